"""Turn the chapters' stored outputs into the website, one folder per language.

Chooses the renderer (Quarto, or the preview where there is none) and adds what both share. Runs no chapter:
what is not executed is an error, never an empty page.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ChapterFailed, ResultsError, SiteFailed, UsageError, unknown
from ..languages import LANGUAGES
from . import explorer, feed, preview, profiles

if TYPE_CHECKING:
    import polars as pl

RENDERERS = ("quarto", "preview")
RENDER_TIMEOUT_S = 600

_EMBEDDED = re.compile(r'(?<=\bdata-notebook=")[^"]*[/\\]([^"/\\]+)(?=")')
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def build(
    project: Path,
    renderer: str | None = None,
    samples: Callable[[], "pl.DataFrame"] | None = None,
    pages: Sequence[str] = (),
) -> Path:
    """Render both languages into _site/zh and _site/en, add shared assets, and return the _site folder.

    project: the folder that holds _quarto.yml.
    renderer: "quarto" or "preview"; None takes Quarto where it is installed, else the preview.
    samples: returns what the explorer asks; None for a site whose explorer has nothing to ask.
    pages: names of pages to render again into the site that is there, such as "half-billion"; none for the whole site.

    Prints which renderer was used. Raises UsageError for an unknown renderer or page, ChapterFailed where a code cell
    has no stored output of a run, SiteFailed where rendering fails.
    """
    project = project.resolve()
    if renderer not in (None, *RENDERERS):
        raise UsageError(f'no renderer "{renderer}"; choose one of: {", ".join(RENDERERS)}')
    if not (project / "_quarto.yml").is_file():
        raise SiteFailed(f"{project.name} holds no _quarto.yml; run from the project's folder")
    quarto = None if renderer == "preview" else find_quarto()
    if renderer == "quarto" and quarto is None:
        raise SiteFailed("Quarto was not found; put quarto on PATH, or: pip install quarto-cli, or: --renderer preview")
    check_executed(project)
    site = project / "_site"
    chosen = _chosen(preview.sources(project), pages)
    if chosen:
        _check_site(site, "quarto" if quarto else "preview")
    try:
        profiles.write(project)
        with ThreadPoolExecutor(1) as beside:  # reading takes a while in which a renderer is waited for
            ready = beside.submit(samples) if samples and not chosen else None
            if quarto:
                _render_quarto(quarto, project, chosen)
            else:
                preview.render(project, site, chosen)
        if not chosen:
            _add_shared(project, site)
            _add_samples(ready, site)
            if not quarto:
                shutil.copyfile(preview.STYLE, site / "assets" / preview.STYLE.name)
    except OSError as error:
        raise SiteFailed(f"{error.filename or site} cannot be read or written: {error.strerror}") from error
    used = f"Quarto {_version(quarto)}" if quarto else "the preview renderer (Quarto was not used)"
    print(f"site: {_shown(site)}/index.html, rendered by {used}")
    return site


def find_quarto() -> str | None:
    """Return the quarto program: the one on PATH, else the quarto-cli package's beside this interpreter."""
    beside = Path(sys.executable).parent / ("quarto.exe" if os.name == "nt" else "quarto")
    return shutil.which("quarto") or (str(beside) if beside.is_file() else None)


def check_executed(project: Path) -> None:
    """Raise ChapterFailed for the first notebook with a code cell that never ran or that stored an error.

    Quarto itself renders such a notebook without a word, as a page with holes.
    """
    for path in notebooks(project):
        try:
            cells: list[Any] = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (ValueError, KeyError, TypeError) as error:
            raise ChapterFailed(f"chapter {path.stem}: {path.name} is not a notebook") from error
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        for number, cell in enumerate(code, start=1):
            if not "".join(cell["source"]).strip():
                continue
            errors = [output for output in cell["outputs"] if output["output_type"] == "error"]
            if cell.get("execution_count") is None or errors:
                what = "stored an error" if errors else "was never executed"
                raise ChapterFailed(
                    f"chapter {path.stem}, code cell {number} {what}; run: dbreport execute {path.stem}"
                )


def notebooks(project: Path) -> list[Path]:
    """Return the notebooks that the site shows, whole or cells of them, in the order of its render list."""
    pages = preview.sources(project)
    return [path for page in pages for path in (page, *preview.embedded(page)) if path.suffix == ".ipynb"]


def _chosen(sources: list[Path], pages: Sequence[str]) -> list[Path]:
    """Return the sources of the pages named. Raises UsageError for an unknown name."""
    by_name = {source.stem: source for source in sources}
    for page in pages:
        if page not in by_name:
            raise unknown("page", page, by_name)
    return [by_name[page] for page in pages]


def _check_site(site: Path, renderer: str) -> None:
    """Raise SiteFailed where there is no site to render single pages into, or another renderer's."""
    if not all((site / lang / "index.html").is_file() for lang in LANGUAGES):
        raise SiteFailed("there is no site yet to render single pages into; run: dbreport site")
    rendered_by = "preview" if (site / "assets" / preview.STYLE.name).is_file() else "quarto"
    if rendered_by != renderer:
        raise SiteFailed(
            f"the site is {rendered_by}'s, and a page by {renderer} would not fit in;"
            f" use --renderer {rendered_by}, or render all pages: dbreport site"
        )


def _render_quarto(quarto: str, project: Path, pages: Sequence[Path]) -> None:
    """Render the pages, or all where none is given, in both languages side by side.

    Each language has a copy of what is rendered: Quarto writes beside its sources and would meet the other there.
    """
    with tempfile.TemporaryDirectory(prefix="dbreport-quarto-") as folder, ThreadPoolExecutor(len(LANGUAGES)) as pool:
        copies = {lang: _copied(project, Path(folder) / lang, lang, whole=not pages) for lang in LANGUAGES}
        named = [str(page.relative_to(project)) for page in pages]
        for done in [pool.submit(_run_quarto, quarto, copies[lang], lang, named) for lang in LANGUAGES]:
            done.result()
        for lang, copy in copies.items():
            rendered, target = copy / "_site" / lang, project / "_site" / lang
            if not (rendered / "index.html").is_file():
                raise SiteFailed(
                    f"quarto rendered no {lang} front page; is output-dir _site/{lang} in _quarto-{lang}.yml?"
                )
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(rendered, target)
            _without_folders(target)


def _without_folders(site: Path) -> None:
    """Leave of the notebooks that pages embed cells of just their names: Quarto writes where its copies lay."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if (named := _EMBEDDED.sub(r"\1", text)) != text:
            page.write_text(named, encoding="utf-8")


def _copied(project: Path, copy: Path, lang: str, whole: bool) -> Path:
    """Copy what Quarto reads of a project; where not the whole site is rendered, also the site it is rendered into."""
    shutil.copytree(project / "assets", copy / "assets")
    sources = preview.sources(project)
    metadata = {source.parent / "_metadata.yml" for source in sources}
    shown = {notebook for source in sources for notebook in preview.embedded(source)}
    for path in {*project.glob("_quarto*.yml"), *metadata, *sources, *shown}:
        if path.is_file():
            target = copy / path.relative_to(project)
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, target)
    if not whole:
        shutil.copytree(project / "_site" / lang, copy / "_site" / lang)
    return copy


def _run_quarto(quarto: str, project: Path, lang: str, pages: Sequence[str]) -> None:
    # Plain render: --execute, freeze and cache would rewrite notebooks or mix the languages.
    environment = {name: value for name, value in os.environ.items() if name != "QUARTO_PROFILE"}
    for page in pages or ("",):  # it takes one page at a time, or all
        try:
            done = subprocess.run(
                [quarto, "render", *filter(None, [page]), "--profile", lang],
                check=False,
                cwd=project,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=RENDER_TIMEOUT_S,
            )
        except subprocess.TimeoutExpired as error:
            raise SiteFailed(f"quarto did not finish the {lang} pages within {RENDER_TIMEOUT_S} s") from error
        except OSError as error:
            raise SiteFailed(f"quarto could not be started: {error.strerror}; or use: --renderer preview") from error
        if done.returncode != 0:
            raise SiteFailed(f"quarto failed on the {lang} pages: {_cause(done.stderr or done.stdout)}")


def _cause(log: str) -> str:
    lines = [line.strip() for line in _ANSI.sub("", log).splitlines() if line.strip()]
    for line in lines:
        if line.startswith(("ERROR", "Error")):
            return line
    return lines[-1] if lines else "no message"


def _version(quarto: str) -> str:
    done = subprocess.run([quarto, "--version"], check=False, capture_output=True, text=True, timeout=60)
    return done.stdout.strip() or "of unknown version"


def _add_shared(project: Path, site: Path) -> None:
    assets = site / "assets"
    shutil.rmtree(assets, ignore_errors=True)
    assets.mkdir(parents=True)
    for path in sorted((project / "assets").iterdir()):
        if path.is_file() and path.name != "choose.html":
            shutil.copyfile(path, assets / path.name)
    shutil.copyfile(project / "assets" / "choose.html", site / "index.html")


def _add_samples(ready: "Future[pl.DataFrame] | None", site: Path) -> None:
    """Add the feed and what the explorer asks. Pages stand without: why it is left out is told, and nothing raised."""
    measured, why = None, ""
    try:
        measured = ready.result() if ready else None
    except ResultsError as error:
        why = str(error)
    feed.write(measured, site)
    if measured is not None:
        why = explorer.write(measured, site / "assets")
    if why:
        print(f"the explorer is left out: {why}")


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
