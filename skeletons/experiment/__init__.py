"""What a condition on every row costs: a made-up experiment, as small as one can be."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=99,
    title=Words(zh="加一个条件的代价", en="What a condition costs"),
    menu=Words(zh="条件", en="A condition"),
    label=Words(zh="带条件的计数", en="Counting with a condition"),
)
