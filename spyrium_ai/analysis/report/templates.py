"""The templates of the page: every text from outside is escaped, and only our own scripts run."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from spyrium_ai.util.text import visible_lines

# What draws a board, here and wherever else a page shows one.
BOARD_STYLES = ("base.css", "board.css")
BOARD_SCRIPTS = (
    *("board.data.js", "board.table.js", "board.curves.js", "board.hint.js"),
    *("board.review.js", "board.moves.js"),
)
_STYLES = {
    "page_style": ("base.css", "report.css"),
    "viewer_style": ("board.css", "viewer.css"),
}
_SCRIPTS = {
    "games_script": ("games_list.js",),
    "viewer_script": (*BOARD_SCRIPTS, "viewer.unpack.js", "viewer.js"),
}
_LOADER = PackageLoader("spyrium_ai.analysis.report")
_TINTS = 51  # per cent of a colour, from 0, that the cell of a table can have


def environment(*more: BaseLoader) -> Environment:
    """Return the templates, those of `more` before the ones here.

    Texts are markup nowhere, and what turns a line around or hides a part of it is written out.
    The names of `sources` stand for the styles and scripts.
    """
    templates = Environment(
        loader=ChoiceLoader([*more, _LOADER]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    templates.policies["json.dumps_function"] = dumps
    templates.globals |= sources()
    return templates


def dumps(data: object, **options: Any) -> str:
    """Return the data as JSON for a script of the page, its texts made visible."""
    return json.dumps(_all_shown(data), **options)


def policy() -> str:
    """Return the Content-Security-Policy: our own styles and scripts by their hashes, no others."""
    texts = sources()
    styles, scripts = (
        " ".join(_hash(texts[name]) for name in names) for names in (_STYLES, _SCRIPTS)
    )
    return (
        f"default-src 'none'; style-src {styles}; script-src {scripts}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def sources() -> Mapping[str, Markup]:
    """Return the styles and scripts by name, which no name or text of a file gets into."""
    texts = {name: "".join(map(source, files)) for name, files in (_STYLES | _SCRIPTS).items()}
    # A style attribute would need a hash of its own.
    tints = "".join(f".tint{part} {{ --up: {part}%; }}\n" for part in range(_TINTS))
    texts["page_style"] += tints
    texts["viewer_script"] = f'"use strict";\n(() => {{\n{texts["viewer_script"]}}})();\n'
    return {name: Markup(text) for name, text in texts.items()}  # noqa: S704 (our own)


def source(name: str) -> str:
    """Return the text of a style or script."""
    return _LOADER.get_source(Environment(autoescape=True), name)[0]


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _shown(value: object) -> object:
    """Return a text as it can be shown, anything else as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible_lines(value)
    return value


def _all_shown(data: object) -> object:
    """Return plain data with all its texts as they can be shown."""
    if isinstance(data, dict):
        return {_all_shown(key): _all_shown(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_all_shown(value) for value in data]
    return _shown(data)
