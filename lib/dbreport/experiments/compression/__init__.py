"""How many pages fit: documents compressed in files and in databases."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=6,
    title=Words(zh="压缩：能放下多少页面", en="Compression: how many pages fit"),
    menu=Words(zh="压缩：能放下多少页面", en="Compression: how many pages fit"),
    label=Words(zh="压缩", en="Compression"),
)
