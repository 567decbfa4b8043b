"""sysbench itself: transactions under load."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=2,
    title=Words(zh="sysbench：高并发下的事务", en="sysbench: transactions under load"),
    menu=Words(zh="sysbench：高并发下的事务", en="sysbench: transactions under load"),
    label=Words(zh="sysbench", en="Sysbench"),
)
