"""Half a billion phone numbers: import, query, index."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=1,
    title=Words(zh="五亿行：导入与查询", en="Half a billion rows: import and query"),
    menu=Words(zh="五亿行：导入与查询", en="Half a billion rows: import and query"),
    label=Words(zh="导入与查询", en="Import and query"),
)
