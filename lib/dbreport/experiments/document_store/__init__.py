"""Documents and rows: MySQL against MongoDB, by one load generator for both."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=9,
    title=Words(zh="MySQL 还是 MongoDB：文档与行", en="MySQL or MongoDB: documents and rows"),
    menu=Words(zh="文档与行", en="Documents and rows"),
    label=Words(zh="文档与行", en="Documents and rows"),
)
