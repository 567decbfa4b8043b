"""What _quarto.yml and a language's profile say about the site: pages, titles, navigation, footer.

Reads only the keys the preview needs; everything else in those files is Quarto's business.
"""

import copy
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
    """The site in one language."""

    project: Path
    lang: str
    title: str
    description: str
    left: tuple[Link, ...]
    right: tuple[Link, ...]
    footer: str
    toc_depth: int
    echo: bool
    meta: dict[str, Any]


def read(project: Path, lang: str) -> Site:
    """Read the project's configuration as one language's profile sees it."""
    config = _merged(_load(project / "_quarto.yml"), _load(project / f"_quarto-{lang}.yml"))
    try:
        website, html = config["website"], config["format"]["html"]
        return Site(
            project=project,
            lang=lang,
            title=website["title"],
            description=website.get("description", ""),
            left=_links(website["navbar"].get("left", [])),
            right=_links(website["navbar"].get("right", [])),
            footer=_footer(website.get("page-footer", "")),
            toc_depth=int(html.get("toc-depth", 3)),
            echo=bool(config.get("execute", {}).get("echo", True)),
            meta=config,
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


def lookup(meta: dict[str, Any], name: str) -> str:
    """Return a metadata value by its dotted name, as the meta shortcode does."""
    value: Any = meta
    for key in name.split("."):
        if not isinstance(value, dict) or key not in value:
            raise SiteFailed(f"{{{{< meta {name} >}}}} has no value; add {name} to every language's _quarto-….yml")
        value = value[key]
    return str(value)


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


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = copy.deepcopy(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = _merged(result[key], value)
        else:
            result[key] = value
    return result


def _links(items: list[dict[str, Any]]) -> tuple[Link, ...]:
    return tuple(Link(item["text"], item.get("href", ""), _links(item.get("menu", []))) for item in items)


def _footer(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(str(value[side]) for side in ("left", "center", "right") if side in value)
    return str(value)
