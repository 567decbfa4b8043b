"""Re-executing a notebook in place: stable bytes, clear failures, nothing lost."""

import json
import os
import sys

import nbformat
import pytest
from dbreport.errors import ChapterFailed, ChapterMissing
from dbreport.site.execute import execute
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


@pytest.fixture
def chapter(tmp_path):
    def make(*sources, **metadata):
        path = tmp_path / "some-chapter.ipynb"
        cells = [new_markdown_cell("# Title"), *(new_code_cell(source) for source in sources)]
        nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
        return path

    return make


def code_cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def test_outputs_are_stored_in_the_notebook(chapter):
    path = chapter("print(6 * 7)")
    execute(path)
    assert code_cells(path)[0]["outputs"][0]["text"] == ["42\n"]


def test_executing_twice_gives_the_same_bytes(chapter):
    path = chapter("print({'a', 'b', 'c'})", "for n in range(50): print(n, flush=True)", "{'x': 1}")
    execute(path)
    first = path.read_bytes()
    execute(path)
    assert first == path.read_bytes()


def test_a_cell_without_an_id_is_named_by_its_place(chapter):
    path = chapter("1")
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        del cell["id"]
    path.write_text(json.dumps(content))
    execute(path)
    assert [cell["id"] for cell in json.loads(path.read_text())["cells"]] == ["cell-1", "cell-2"]


def test_no_cell_keeps_a_time_of_execution(chapter):
    path = chapter("1")
    execute(path)
    assert [cell["metadata"] for cell in code_cells(path)] == [{}]


def test_notebook_metadata_is_the_same_on_every_machine(chapter):
    path = chapter("1", language_info={"name": "python", "version": "3.99"}, widgets={})
    execute(path)
    assert json.loads(path.read_text())["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def test_the_kernel_is_this_interpreter_whatever_the_notebook_asks_for(chapter):
    path = chapter(
        f"import sys; print(sys.executable == {sys.executable!r})",
        kernelspec={"name": "julia", "display_name": "Julia", "language": "julia"},
    )
    execute(path)
    assert code_cells(path)[0]["outputs"][0]["text"] == ["True\n"]


def test_cells_run_in_the_notebooks_own_folder(chapter):
    path = chapter("from pathlib import Path; print(Path('some-chapter.ipynb').exists())")
    execute(path)
    assert code_cells(path)[0]["outputs"][0]["text"] == ["True\n"]


def test_tags_survive(chapter):
    path = chapter("1")
    content = json.loads(path.read_text())
    content["cells"][1]["metadata"]["tags"] = ["nbval-skip"]
    path.write_text(json.dumps(content))
    execute(path)
    assert code_cells(path)[0]["metadata"] == {"tags": ["nbval-skip"]}


def test_warnings_go_to_the_author_and_not_into_the_page(chapter, capfd):
    path = chapter("import sys; print('look out', file=sys.stderr)")
    execute(path)
    assert (code_cells(path)[0]["outputs"], "code cell 1: look out" in capfd.readouterr().err) == ([], True)


def test_a_failing_cell_is_reported_by_chapter_place_and_its_own_sentence(chapter):
    path = chapter("1", "raise ValueError('no result for half_billion; run: dbreport run half_billion')")
    expected = "chapter some-chapter, code cell 2: ValueError: no result for half_billion; run: dbreport run"
    with pytest.raises(ChapterFailed, match=expected):
        execute(path)


def test_a_failing_cell_leaves_the_file_as_it_was(chapter):
    path = chapter("print(1)", "1 / 0")
    before = path.read_bytes()
    with pytest.raises(ChapterFailed):
        execute(path)
    assert (before, [path.name]) == (path.read_bytes(), [entry.name for entry in path.parent.iterdir()])


def test_a_kernel_that_dies_is_a_clear_failure(chapter):
    with pytest.raises(ChapterFailed, match="some-chapter: the Python kernel ended"):
        execute(chapter("import os; os._exit(3)"))


def test_no_kernel_is_left_running(chapter):
    path = chapter("import os; print(os.getpid())")
    execute(path)
    number = int(code_cells(path)[0]["outputs"][0]["text"][0])
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_chapter_that_does_not_exist_is_missing(tmp_path):
    with pytest.raises(ChapterMissing, match="no chapter nowhere"):
        execute(tmp_path / "nowhere.ipynb")


@pytest.mark.parametrize("text", ["", "not json", "[]", "{}", '{"nbformat": 3, "worksheets": []}'])
def test_a_file_that_is_no_notebook_is_a_clear_failure(tmp_path, text):
    path = tmp_path / "odd.ipynb"
    path.write_text(text)
    with pytest.raises(ChapterFailed, match=r"chapter odd: .* is not a notebook"):
        execute(path)
