"""Who calls whom: joins over up to 1.6 billion rows, on one machine and on a cluster."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=10,
    title=Words(zh="关联分析：16 亿行，一台机器够不够", en="Joins over 1.6 billion rows: is one machine enough?"),
    menu=Words(zh="关联分析", en="Joins at scale"),
    label=Words(zh="关联分析", en="Joins at scale"),
)
