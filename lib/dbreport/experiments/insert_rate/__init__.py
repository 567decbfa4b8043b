"""One row, one transaction: what an insert costs."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=3,
    title=Words(zh="逐行插入：一行、一次提交的代价", en="One row, one transaction: what an insert costs"),
    menu=Words(zh="逐行插入", en="Inserts, row by row"),
    label=Words(zh="逐行插入", en="Inserts, row by row"),
)
