"""Draw the pictures that stand beside a link to the report, one a language: assets/card-zh.png, assets/card-en.png.

    .venv/bin/python tools/cards.py

They hold the site's title and description and are drawn again when those change. Needs Chromium and a font with
Chinese glyphs.
"""

import subprocess
import tempfile
from pathlib import Path

from dbreport.languages import LANGUAGES
from dbreport.site import profiles

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 1200, 630
"""What who shows links asks for, in pixels."""
PAGE = """<!DOCTYPE html>
<html lang="{lang}"><meta charset="utf-8"><style>
body {{ margin: 0; width: {width}px; height: {height}px; box-sizing: border-box; padding: 84px 90px;
  background: #fcfcfb; color: #1f2530;
  font-family: "Source Sans 3", "Noto Sans", "Noto Sans CJK SC", "WenQuanYi Zen Hei", sans-serif;
  border-bottom: 22px solid #0b6b70; position: relative; }}
svg {{ width: 112px; height: 112px; display: block; }}
h1 {{ font-size: 88px; line-height: 1.1; margin: 48px 0 28px; letter-spacing: -0.01em; }}
p {{ font-size: 36px; line-height: 1.45; margin: 0; color: #5f6877; max-width: 980px; }}
</style><body>{icon}<h1>{title}</h1><p>{description}</p></body></html>"""


def main() -> None:
    """Draw the picture of each language."""
    icon = (ROOT / "assets" / "icon.svg").read_text(encoding="utf-8")
    for lang in LANGUAGES:
        site = profiles.profile(ROOT, lang)["website"]
        words = {"title": site["title"], "description": site["description"]}
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "card.html"
            page.write_text(PAGE.format(lang=lang, icon=icon, width=WIDTH, height=HEIGHT, **words), encoding="utf-8")
            target = ROOT / "assets" / f"card-{lang}.png"
            argv = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
            subprocess.run(
                [*argv, f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={target}", page.as_uri()],
                check=True, capture_output=True, timeout=120,
            )  # fmt: skip


if __name__ == "__main__":
    main()
