"""What _quarto.yml and a language's profile say about the site: pages, titles, navigation, footer.

Reads only the keys the preview needs; everything else in those files is Quarto's business.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ...errors import SiteFailed


@dataclass(frozen=True)
class Link:
    """One entry of the navigation bar: an address, or a menu of further links."""

    text: str
    href: str = ""
    menu: tuple["Link", ...] = ()


@dataclass(frozen=True)
class Site:
    """The site in one language; `titles` are the pages' by the name of their source."""

    lang: str
    title: str
    description: str
    menu: tuple[Link, ...]
    footer: str
    toc_depth: int
    titles: dict[str, str]


def read(project: Path, lang: str) -> Site:
    """Read the project's configuration as one language's profile has it."""
    shared, profile = _load(project / "_quarto.yml"), _load(project / f"_quarto-{lang}.yml")
    try:
        website = profile["website"]
        return Site(
            lang=lang,
            title=website["title"],
            description=website["description"],
            menu=_links([*website["navbar"]["left"], *website["navbar"]["right"]]),
            footer=website["page-footer"]["left"],
            toc_depth=int(shared["format"]["html"]["toc-depth"]),
            titles=profile["titles"],
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise SiteFailed(f"_quarto.yml with _quarto-{lang}.yml lacks what the preview needs: {error}") from error


def sources(project: Path) -> list[Path]:
    """Return the pages' source files in the order of the render list, each once.

    Raises SiteFailed where a listed page is missing.
    """
    found: list[Path] = []
    try:
        patterns = list(_load(project / "_quarto.yml")["project"]["render"])
    except (KeyError, TypeError) as error:
        raise SiteFailed("_quarto.yml has no project.render list") from error
    for pattern in patterns:
        matches = sorted(path for path in project.glob(pattern) if not path.name.startswith((".", "_")))
        if not matches and not set("*?[") & set(pattern):
            raise SiteFailed(
                f"{pattern} is in the render list of _quarto.yml and does not exist; add it or drop the line"
            )
        found += [path for path in matches if path not in found]
    return found


def _load(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SiteFailed(f"{path.name} cannot be read: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise SiteFailed(f"{path.name} is not valid YAML: {' '.join(str(error).split())}") from error
    if not isinstance(content, dict):
        raise SiteFailed(f"{path.name} holds no settings")
    return content


def _links(items: list[dict[str, Any]]) -> tuple[Link, ...]:
    return tuple(Link(item["text"], item.get("href", ""), _links(item.get("menu", []))) for item in items)
