"""Six embedded key-value stores, driven by one program."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=7,
    title=Words(zh="六个嵌入式键值引擎，同一个程序", en="Six embedded key-value stores, one program"),
    menu=Words(zh="嵌入式键值引擎", en="Embedded key-value stores"),
    label=Words(zh="嵌入式键值引擎", en="Embedded key-value stores"),
)
