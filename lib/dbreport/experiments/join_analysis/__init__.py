"""Who calls whom: joins of a large table, on one machine and on a cluster."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=10,
    title=Words(zh="大表关联：一台机器够不够", en="Joins of a large table: is one machine enough?"),
    menu=Words(zh="关联分析", en="Joins at scale"),
    label=Words(zh="关联分析", en="Joins at scale"),
)
