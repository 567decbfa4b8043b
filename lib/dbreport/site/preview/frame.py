"""What stands around a preview page: head, navigation bar, contents, footer.

Only the frame: page.html beside this module is the whole of it, preview.css its look.
"""

import posixpath
from importlib import resources

from ...languages import LANGUAGES, Words
from ...report.markup import Html
from .config import Link, Site
from .document import Document

_PAGE = (resources.files(__package__) / "page.html").read_text(encoding="utf-8")
_MENU = '<li><details class="menu"><summary>{text}</summary><ul>\n{entries}\n</ul></details></li>'
_LINK = '<li><a href="{href}"{current}>{text}</a></li>'
_SWITCH = '<li><a class="language-switch" lang="{lang}" hreflang="{lang}" href="{href}">{text}</a></li>'
_SCRIPT = '<script src="{up}../assets/{name}" defer></script>'
_STYLE = '<link rel="stylesheet" href="{up}../assets/{name}">'

_CONTENTS = Words(zh="本页内容", en="On this page")
_PREVIEW = Words(
    zh="预览版：由 pandoc 生成，未经 Quarto 排版，没有搜索和深色模式；内容与正式版相同。",
    en="Preview: made with pandoc instead of Quarto, without search and dark mode; the content is the same.",
)


def page(document: Document, site: Site, name: str) -> str:
    """Return a whole HTML page. name: its address within its language, such as "chapters/half-billion.html"."""
    up = "../" * name.count("/")
    (other,) = (lang for lang in LANGUAGES if lang != site.lang)
    contents = _CONTENTS.of(site.lang)
    toc = Html.of('<h2 id="toc-title">{contents}</h2>\n{toc}', contents=contents, toc=document.toc)
    return Html.of(
        _PAGE,
        lang=site.lang,
        other=other,
        title=document.title,
        site_title=site.title,
        description=site.description,
        up=up,
        alternate=f"{up}../{other}/{name}",
        extras=_extras(document.body, up),
        menu=Html("\n").join(_entry(link, site, name) for link in site.menu),
        preview=_PREVIEW.of(site.lang),
        contents=contents,
        toc=toc if "<li>" in document.toc else "",
        body=document.body,
        footer=site.footer,
    )


def _extras(body: str, up: str) -> Html:
    """Return what the head of a page with charts or the planner has besides."""
    extras = []
    if "Plotly.newPlot" in body:  # not deferred: the charts' own scripts stand in the body
        extras.append(Html.of('<script src="{up}../assets/plotly.min.js"></script>', up=up))
    if 'class="planner"' in body:
        extras.append(Html.of(_STYLE, up=up, name="planner.css"))
        extras.append(Html.of(_SCRIPT, up=up, name="planner.js"))
    return Html("\n").join(extras)


def _entry(link: Link, site: Site, name: str) -> Html:
    if link.menu:
        return Html.of(_MENU, text=link.text, entries=Html("\n").join(_entry(each, site, name) for each in link.menu))
    address = _address(link.href)
    for lang in LANGUAGES:
        if lang != site.lang and address == f"../{lang}/index.html":
            # the same page in the other language, without any script
            return Html.of(_SWITCH, lang=lang, href=_relative(f"../{lang}/{name}", name), text=link.text)
    current = Html(' aria-current="page"') if address == name else ""
    return Html.of(_LINK, href=_relative(address, name), current=current, text=link.text)


def _address(href: str) -> str:
    stem, dot, suffix = href.rpartition(".")
    return f"{stem}.html" if dot and suffix in ("ipynb", "qmd", "md") else href


def _relative(address: str, name: str) -> str:
    return posixpath.relpath(posixpath.join("lang", address), posixpath.join("lang", posixpath.dirname(name)))
