"""Twenty readers, one slow query: who answers, who computes, and what each keeps in memory."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=8,
    title=Words(zh="二十个读者，同一条慢查询", en="Twenty readers, one slow query"),
    menu=Words(zh="并发查询", en="Many readers"),
    label=Words(zh="并发查询", en="Many readers"),
)
