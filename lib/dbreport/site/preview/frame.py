"""What stands around a preview page: head, navigation bar, contents, search box, footer.

Only the frame; the look is in assets/preview/preview.css, the behaviour in preview.js.
"""

import posixpath
from html import escape
from string import Template

from ...errors import SiteFailed
from .config import Link, Site
from .document import Document

WORDS = {
    "zh": {
        "menu": "菜单",
        "search": "搜索",
        "search_hint": "输入要找的词",
        "nothing": "没有找到",
        "theme": "切换深色与浅色",
        "contents": "本页内容",
        "skip": "跳到正文",
        "close": "关闭",
        "preview": "预览版：由 pandoc 生成，未经 Quarto 排版；内容与正式版相同。",
    },
    "en": {
        "menu": "Menu",
        "search": "Search",
        "search_hint": "Type a word to look for",
        "nothing": "Nothing found",
        "theme": "Switch between dark and light",
        "contents": "On this page",
        "skip": "Skip to the text",
        "close": "Close",
        "preview": "Preview: made with pandoc instead of Quarto; the content is the same.",
    },
}


def page(document: Document, site: Site, name: str) -> str:
    """Return a whole HTML page. name: its address within its language, such as "chapters/half-billion.html"."""
    up = "../" * name.count("/")
    other = "en" if site.lang == "zh" else "zh"
    words = {key: escape(text) for key, text in WORDS[site.lang].items()}
    charts = f'<script src="{up}../assets/plotly.min.js"></script>' if document.has_charts else ""
    if 'class="planner"' in document.body:
        charts += f'\n<link rel="stylesheet" href="{up}../assets/planner.css">'
        charts += f'\n<script src="{up}../assets/planner.js" defer></script>'
    toc = f'<h2 id="toc-title">{words["contents"]}</h2>\n{document.toc}' if "<li>" in document.toc else ""
    try:
        template = Template((site.project / "assets" / "preview" / "page.html").read_text(encoding="utf-8"))
    except OSError as error:
        raise SiteFailed(f"assets/preview/page.html cannot be read: {error.strerror}") from error
    return template.substitute(
        words,
        lang=site.lang,
        other=other,
        title=escape(document.title),
        site_title=escape(site.title),
        description=escape(site.description, quote=True),
        up=up,
        alternate=f"{up}../{other}/{name}",
        charts=charts,
        nav="\n".join(_item(link, site, name) for link in site.left),
        switch="\n".join(_item(link, site, name) for link in site.right),
        toc=toc,
        body=document.body,
        footer=escape(site.footer),
    )


def _item(link: Link, site: Site, name: str) -> str:
    text = escape(link.text)
    if link.menu:
        inner = "\n".join(_item(entry, site, name) for entry in link.menu)
        here = " data-here" if any(_address(entry.href) == name for entry in link.menu) else ""
        return f'<li><details class="menu"{here}><summary>{text}</summary><ul>\n{inner}\n</ul></details></li>'
    address = _address(link.href)
    for lang in ("zh", "en"):
        if lang != site.lang and address == f"../{lang}/index.html":
            # The same page in the other language, without any script.
            return (
                f'<li><a class="language-switch" lang="{lang}" hreflang="{lang}" '
                f'href="{_relative(f"../{lang}/{name}", name)}">{text}</a></li>'
            )
    current = ' aria-current="page"' if address == name else ""
    return f'<li><a href="{escape(_relative(address, name), quote=True)}"{current}>{text}</a></li>'


def _address(href: str) -> str:
    stem, dot, suffix = href.rpartition(".")
    return f"{stem}.html" if dot and suffix in ("ipynb", "qmd", "md") else href


def _relative(address: str, name: str) -> str:
    if ":" in address:
        return address
    return posixpath.relpath(posixpath.join("lang", address), posixpath.join("lang", posixpath.dirname(name)))
