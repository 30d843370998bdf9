"""The pages: templates in one shell, with what a board needs where a page shows one."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader
from starlette.responses import HTMLResponse

from spyrium_ai.analysis.report.templates import environment
from spyrium_ai.analysis.report.viewer import board_data, board_parts
from spyrium_ai.version import full_version


def page(name: str, guest: str | None = None, **parts: Any) -> HTMLResponse:
    """Return a page.

    Args:
        name: of its template, which extends `shell.html`.
        guest: the table of a guest, who can go there and to few other pages.
        parts: what the template is filled with; texts of it are markup nowhere. `data`, a
            dictionary, comes to the scripts in the element `gv-data`.
    """
    data = board_data() | parts.pop("data", {})
    html = _templates().get_template(name).render(data=data, guest=guest, **board_parts(), **parts)
    return HTMLResponse(html, headers={"cache-control": "no-store"})


@cache
def _templates() -> Environment:
    templates = environment(PackageLoader("spyrium_ai.web"))
    templates.globals["version"] = full_version()
    return templates
