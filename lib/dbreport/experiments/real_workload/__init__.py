"""A real workload: four statements, four aggregates."""

from ...discovery import Chapter
from ...languages import Words

CHAPTER = Chapter(
    place=4,
    title=Words(zh="真实业务：四条语句与四个汇总", en="A real workload: four statements, four aggregates"),
    menu=Words(zh="真实业务", en="A real workload"),
    label=Words(zh="真实业务", en="A real workload"),
)
