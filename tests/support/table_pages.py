"""Tables of the server in this process, and their pages in a real browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from spyrium_ai.web.context import Context
from spyrium_ai.web.play.seats import NewTable, Seat
from spyrium_ai.web.play.table import Table
from spyrium_ai.web.play.tables import tables_of

Tab = Callable[..., Page]
ADA, BO = Seat("person", "Ada"), Seat("person", "Bo")
RANDOM = Seat("engine", "random")


def laid(context: Context, *seats: Seat, **settings: object) -> Table:
    """Return a new table."""
    return tables_of(context).new(NewTable(seats, seed="5", **settings))  # type: ignore[arg-type]


def seen(page: Page, table: Table) -> Page:
    """Return the page of a table once something can be done there."""
    page.goto(f"/table/{table.id}")
    expect(page.locator("#asked")).not_to_be_empty()
    return page
