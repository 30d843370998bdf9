"""What the documents point to is there: paths of the package, and links between the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRITTEN = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "tournaments/README.md"]
DOCS = sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))
PAGES = [page for page in (*WRITTEN, *DOCS) if (ROOT / page).exists()]
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# A path ends before what follows it in a sentence; NAME and GROUP stand for any.
PATH = re.compile(r"\bspyrium_ai/[\w./]*\w")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def paths(text: str) -> set[str]:
    """Return the paths of the package that a page names."""
    return set(PATH.findall(text))


def links(text: str) -> set[str]:
    """Return where the relative links of a page lead, anchors included."""
    targets = LINK.findall(FENCED.sub("", text))
    return {target for target in targets if not re.match(r"[a-z]+:", target)}


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_the_paths_of_a_page_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [
        path
        for path in sorted(paths(text))
        if not re.search("NAME|GROUP", path) and not (ROOT / path).exists()
    ]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    for link in links((ROOT / page).read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = ROOT / page if not name else (ROOT / page).parent / name
        assert target.exists(), f"{page}: {link}"
        if anchor:
            text = target.read_text(encoding="utf-8")
            named = f'id="{anchor}"' in text or f'name="{anchor}"' in text
            assert named or anchor in anchors(text), f"{page}: {link}"


def test_the_index_has_every_page() -> None:
    named = links((ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    assert {page.removeprefix("docs/") for page in DOCS} - named == {"README.md"}


def test_the_architecture_has_every_package() -> None:
    named = paths((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    packages = {path.parent for path in (ROOT / "spyrium_ai").glob("*/**/__init__.py")}
    doctor = ROOT / "spyrium_ai" / "tools" / "doctor"
    missing = {
        str(path.relative_to(ROOT))
        for path in packages
        # Folders of one tool, and the one that only holds tools.
        if doctor not in path.parents and path.name != "tools"
    }
    assert not missing - named


def test_a_wrong_path_and_a_wrong_link_are_seen() -> None:
    text = "See `spyrium_ai/no/such.py` and [it](no-such.md#here), not [this](https://a.b/c)."
    assert paths(text) == {"spyrium_ai/no/such.py"}
    assert links(text) == {"no-such.md#here"}
    assert anchors("## MTD(f), solved\n") == {"mtdf-solved"}
