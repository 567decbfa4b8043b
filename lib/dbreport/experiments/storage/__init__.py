"""What the same records cost on disk, as they come, change and go."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=5,
    title=Words(zh="存储：同样的数据占多少磁盘", en="Storage: what the same data costs on disk"),
    menu=Words(zh="存储：同样的数据占多少磁盘", en="Storage: what the same data costs on disk"),
    label=Words(zh="存储", en="Storage"),
)
