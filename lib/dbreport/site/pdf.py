"""The whole report as one PDF for each language, printed by Chromium from the built site, page after page."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import SiteFailed, UsageError
from ..languages import LANGUAGES
from . import profiles
from .serve import served

NAME = "report.pdf"
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
_DRAWING_MS = 20_000
"""What a page's scripts are given, by the browser's own clock, which runs ahead where nothing is waited for."""
_LIMIT_S = 300.0


def write(project: Path, languages: tuple[str, ...] = LANGUAGES) -> list[Path]:
    """Print every page of a built site into `_site/<language>/report.pdf`, in the order of the menu; return the files.

    Raises UsageError without Chromium or pypdf, SiteFailed where nothing was built or a page cannot be printed.
    """
    try:
        from pypdf import PdfWriter
    except ImportError as error:
        raise UsageError("pypdf was not found; run: pip install 'dbreport[pdf]'") from error
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise UsageError("no Chromium was found; run: make engines, or install chromium")
    site, made = project / "_site", []
    with served(site) as address, tempfile.TemporaryDirectory(prefix="dbreport-pdf-") as folder:
        for lang in languages:
            whole = PdfWriter()
            for title, page in _pages(project, lang):
                if not (site / lang / page).is_file():
                    raise SiteFailed(f"_site/{lang}/{page} is not there; run: dbreport site")
                printed = Path(folder) / "page.pdf"
                _print(browser, f"{address}/{lang}/{page}", printed)
                whole.append(printed, outline_item=title)
            whole.add_metadata({"/Title": profiles.profile(project, lang)["website"]["title"]})
            whole.write(site / lang / NAME)
            made.append(site / lang / NAME)
    return made


def _pages(project: Path, lang: str) -> list[tuple[str, str]]:
    """Return title and address of every page, findings first, then the chapters, then what they rest on."""
    titles = profiles.profile(project, lang)["titles"]
    beside = [Path(page.source).stem for page in profiles.PAGES]
    chapters = [name for name in titles if name not in beside]
    first, *others = (name for name in beside if name != "explorer")
    addresses = {name: f"chapters/{name}.html" if name in chapters else f"{name}.html" for name in titles}
    return [(titles[name], addresses[name]) for name in (first, *chapters, *others)]


def _print(browser: str, url: str, target: Path) -> None:
    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="dbreport-browser-") as own:
        argv = [browser, *_QUIET, f"--user-data-dir={own}", f"--virtual-time-budget={_DRAWING_MS}"]
        try:
            done = subprocess.run(
                [*argv, "--no-pdf-header-footer", f"--print-to-pdf={target}", url],
                capture_output=True, text=True, timeout=_LIMIT_S,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise SiteFailed(f"{url} was not printed within {_LIMIT_S:.0f} s") from error
    if done.returncode or not target.is_file():
        last = done.stderr.strip().splitlines() or ["it said nothing"]
        raise SiteFailed(f"Chromium could not print {url.rpartition('/')[2]}: {last[-1]}")
