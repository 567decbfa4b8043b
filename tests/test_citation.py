"""How to cite the report: what stands in CITATION.cff stands on the page, of the version there is."""

from __future__ import annotations

import re
import tomllib

import yaml
from samples import ROOT

CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_the_version_is_the_package_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (CITED["version"], CITED["license"]) == (project["version"], project["license"])


def test_the_page_cites_the_same() -> None:
    page = (ROOT / "methods.qmd").read_text(encoding="utf-8")
    entry = re.search(r"```bibtex\n@software\{\w+,\n(.*?)\n\}", page, re.DOTALL)
    assert entry
    fields = dict(re.findall(r"^  (\w+) = \{+(.*?)\}+,?$", entry[1], re.MULTILINE))
    assert fields == {
        "title": CITED["title"],
        "author": CITED["authors"][0]["name"],
        "version": CITED["version"],
        "date": str(CITED["date-released"]),
        "license": CITED["license"],
    }
