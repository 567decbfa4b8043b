"""A forum of a hundred million posts: the newest of a thread, page after page, counts by day."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=11,
    title=Words(zh="一亿帖的论坛", en="A forum of a hundred million posts"),
    menu=Words(zh="论坛", en="Forum"),
    label=Words(zh="论坛", en="Forum"),
)
