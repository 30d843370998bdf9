"""Debian's chromium without a window, for the tests of pages.

Where there is none these tests are skipped, unless SPYRIUM_REQUIRE_BROWSER is set as in .ci/run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        reason = f"no browser to look at the page with: none of {', '.join(NAMES)} is in the PATH"
        if os.environ.get("SPYRIUM_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()
