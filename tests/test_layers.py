"""The packages form layers: each imports only from those before it, cimports included."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "spyrium_ai"
# Each package with its parts in order, "" for its own modules; parts of one place ("a b") do not
# know each other.
LAYERS = {
    "util": ["", "cluster"],
    "game": ["rules", "", "text"],
    "search": ["evaluation", "weights", "", "endgame"],
    "envs": [""],
    "engine": ["", "builtin protocol"],
    "match": ["process", "records", ""],
    "analysis": ["", "ratings rollout", "review", "report"],
    "tournament": [""],
    "human": [""],
    "web": ["", "play explore watch learn", "server"],
    "tools": ["training", "bench", "experiments doctor"],
    "cli": [""],
}
DOCTOR = ["testbed", "checks", ""]
IMPORT = re.compile(r"^\s*(?:from|import) spyrium_ai\.([\w.]+)", re.MULTILINE)
FILES = sorted(path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".pyx", ".pxd"})


def part_of(module: tuple[str, ...], depth: int) -> str:
    """Return the subpackage of a module so deep in the tree, "" where it lies in none."""
    is_part = len(module) > depth and (PACKAGE / Path(*module[: depth + 1])).is_dir()
    return module[depth] if is_part else ""


def place(module: tuple[str, ...]) -> tuple[int, int, str] | None:
    """Return the layer of a module, its place within and its part; None for those in the root."""
    if module[0] not in LAYERS:
        return None
    part = part_of(module, 1)
    (within,) = (i for i, parts in enumerate(LAYERS[module[0]]) if part in parts.split(" "))
    return list(LAYERS).index(module[0]), within, part


def is_allowed(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Return whether a module may import another."""
    ours, theirs = place(here), place(there)
    if ours is None or theirs is None:
        return True
    if ours[:2] != theirs[:2]:
        return theirs[:2] < ours[:2]
    if ours[2] != theirs[2]:
        return False
    if here[:2] == there[:2] == ("tools", "doctor"):
        return DOCTOR.index(part_of(there, 2)) <= DOCTOR.index(part_of(here, 2))
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    here = path.relative_to(PACKAGE).with_suffix("").parts
    for name in IMPORT.findall(path.read_text(encoding="utf-8")):
        assert is_allowed(here, tuple(name.split("."))), f"{path.name} imports {name}"


def test_every_package_has_a_layer() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders == set(LAYERS)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("util/text", "game/board"),
        ("game/rules/state", "game/board"),
        ("search/mcts", "search/endgame/solver"),
        ("envs/batch", "engine/registry"),
        ("engine/builtin/uct_engine", "engine/protocol/go"),
        ("tools/doctor/testbed/check", "tools/doctor/checks/info"),
        ("tools/doctor/runner", "tools/experiments/regret"),
    ],
)
def test_the_rule_refuses_what_goes_up(here: str, there: str) -> None:
    module = tuple(there.split("/"))
    assert not is_allowed(tuple(here.split("/")), module)
    assert is_allowed(module, module)
