"""A sensor's backend: readings that come in order and late, the last of each device, windows, retention."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=12,
    title=Words(zh="传感器后端", en="A sensor's backend"),
    menu=Words(zh="传感器", en="Sensors"),
    label=Words(zh="传感器", en="Sensors"),
)
