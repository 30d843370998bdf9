"""No script and no template of a page has ways by which a text becomes markup or code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spyrium_ai.analysis.report.templates import BOARD_SCRIPTS, source

WEB = Path(__file__).parents[2] / "spyrium_ai/web"
SCRIPTS = {
    **{str(path.relative_to(WEB)): path.read_text() for path in WEB.rglob("static/**/*.js")},
    **{name: source(name) for name in BOARD_SCRIPTS},
}
TEMPLATES = {path.name: path.read_text() for path in WEB.glob("templates/*.html")}
MARKUP = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|setHTMLUnsafe)\b"
    r"|document\.write|\beval\s*\(|\bnew Function\b|set(Timeout|Interval)\(\s*[\"'`]"
    r"|setAttribute\(\s*[\"'](on|style)|javascript:"
)
INLINE = re.compile(
    r"<[^>]*\s(on\w+|style)\s*=|<style|\| *safe\b"
    r"|<script(?![^>]*\b(src=|type=\"application/json\"))"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_markup_of_texts(name: str) -> None:
    assert MARKUP.search(SCRIPTS[name]) is None


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_template_has_scripts_and_styles_of_its_own(name: str) -> None:
    assert INLINE.search(TEMPLATES[name]) is None


def test_what_is_looked_for_is_found() -> None:
    for text in ("a.innerHTML = b", "eval (x)", 'setAttribute("onclick", x)', "document.write(1)"):
        assert MARKUP.search(text)
    for text in ('<p style="x">', "<a onclick=x>", "<script>x</script>", "{{ name | safe }}"):
        assert INLINE.search(text)
