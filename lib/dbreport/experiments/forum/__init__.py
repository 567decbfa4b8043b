"""A forum: the newest posts of a thread, page after page, counts by day."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=11,
    title=Words(zh="论坛：最新的帖子，一页一页往后翻", en="A forum: the newest posts, and page after page"),
    menu=Words(zh="论坛", en="Forum"),
    label=Words(zh="论坛", en="Forum"),
)
