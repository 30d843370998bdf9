"""What is installed is complete, quick to start, and says what it lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import spyrium_ai
from spyrium_ai.cli import COMMANDS, NOT_BUILT, main

ROOT = Path(__file__).parents[1]


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "spyrium_ai", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_every_folder_with_code_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent for path in (ROOT / "spyrium_ai").rglob("*.py")}
    here = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    packaged = set(settings["tool"]["setuptools"]["packages"])
    assert packaged - {"spyrium_ai.shipped_engines", "spyrium_ai.shipped_tournaments"} == here


def test_every_file_beside_the_code_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data: dict[str, list[str]] = settings["tool"]["setuptools"]["package-data"]
    folders = {ROOT / package.replace(".", "/"): data.get(package, []) for package in data}
    folders[ROOT / "engines"] = data["spyrium_ai.shipped_engines"]
    folders[ROOT / "tournaments"] = data["spyrium_ai.shipped_tournaments"]
    taken = {
        path for folder, globs in folders.items() for glob in globs for path in folder.glob(glob)
    }
    kept_out = {".py", ".pyc", ".pyx", ".so", ".c"}
    beside = [*(ROOT / "spyrium_ai").rglob("*.*"), *(ROOT / "engines").rglob("*.*")]
    for path in [*beside, *(ROOT / "tournaments").glob("*.toml")]:
        assert path in taken or path.suffix in kept_out, path


def test_the_version() -> None:
    done = run("--version")
    assert done.stdout == f"spyrium-ai, version {spyrium_ai.__version__}\n"


@pytest.mark.parametrize("name", ["", *sorted(COMMANDS)])
def test_help_loads_nothing_heavy(name: str) -> None:
    code = (
        "import contextlib, io, sys\n"
        "from spyrium_ai.cli import cli\n"
        "shown = io.StringIO()\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(shown):\n"
        f"    cli.main([*{name.split()}, '--help'], prog_name='spyrium-ai')\n"
        "assert 'Usage' in shown.getvalue()\n"
        "for name, module in sys.modules.items():\n"
        "    if name.startswith('spyrium_ai.') and str(module.__file__).endswith('.so'):\n"
        "        print(name)\n"
        "    elif name in {'numpy', 'scipy', 'rich', 'joblib', 'tqdm', 'jinja2'}:\n"
        "        print(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_the_public_names_are_loaded_on_use() -> None:
    for name in spyrium_ai.__all__:
        assert getattr(spyrium_ai, name) is not None
        assert name in dir(spyrium_ai)
    with pytest.raises(AttributeError, match="no attribute 'Positoin'"):
        spyrium_ai.Positoin  # noqa: B018


def test_a_mistyped_command_gets_a_suggestion() -> None:
    done = run("mtach")
    assert done.returncode == 2
    assert "did you mean 'match'?" in done.stderr


def test_a_process_that_imports_the_setup_builds_nothing() -> None:
    """So do those in which Cython works where processes are not forked."""
    pytest.importorskip("Cython")
    code = (
        "import runpy, Cython.Build\n"
        "Cython.Build.cythonize = None\n"
        "runpy.run_path('setup.py', run_name='__mp_main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words", [["rate"], ["replay"], ["match", "random"], ["report", "--out", "x.html"]]
)
def test_a_path_that_cannot_be_looked_at_is_told(words: list[str]) -> None:
    name = "x" * 300
    done = run(*words, name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: '")
    assert name in done.stderr
    assert done.stderr.endswith("': File name too long\n")


def test_how_an_engine_ended_is_known_where_the_parent_ignores_signals() -> None:
    match = [sys.executable, "-m", "spyrium_ai", "match", "random", "sh -c exit", "--games", "2"]
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        f"os.execv({sys.executable!r}, {match})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 2
    assert "crash: ended with exit status 0" in done.stderr


@pytest.mark.parametrize("words", [["match", "random", "random"], ["perft", "start 2", "1"]])
def test_missing_compiled_modules_are_told(tmp_path: Path, words: list[str]) -> None:
    shutil.copytree(
        ROOT / "spyrium_ai", tmp_path / "spyrium_ai", ignore=shutil.ignore_patterns("*.so", "*.pyc")
    )
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert f"Error: {NOT_BUILT}" in done.stderr
    assert "Traceback" not in done.stderr


def test_players_are_of_the_package_that_runs_not_of_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "spyrium_ai").mkdir()
    (tmp_path / "spyrium_ai" / "__init__.py").write_text("raise RuntimeError('the wrong one')\n")
    words = ["-P", "-m", "spyrium_ai", "match", "random", "greedy-points", "--games", "2"]
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "2 games in 1 deal set" in done.stdout


def test_ctrl_c_before_a_command_handles_it_exits_as_after_a_signal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("spyrium_ai.cli.LazyGroup.get_command", interrupted)
    monkeypatch.setattr("sys.argv", ["spyrium-ai", "match"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
