"""Make the pictures of the pages in a browser: web-*.webp beside this file.

Usage: python docs/web_screens.py

It needs Playwright and Debian's chromium, which packs the pictures too. Games are kept in a folder
of its own.
"""

from __future__ import annotations

import base64
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from spyrium_ai.human.game_store import GameStore
from spyrium_ai.match.game_reader import GameReader
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import SavedGame
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.web.context import Context
from spyrium_ai.web.server.application import application

HERE = Path(__file__).parent
GAMES = HERE.parent / "tournaments/results/levels-top.jsonl.gz"
QUALITY = 0.35
# Packs a picture: a PNG's address in, a WebP's out.
PACK = """async ([address, quality]) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", quality);
}"""
DESK, PHONE = (1280, 860), (360, 740)


@contextmanager
def served(context: Context) -> Iterator[str]:
    """Serve the pages to this program alone; give the address."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        server = uvicorn.Server(uvicorn.Config(application(context), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def kept(store: GameStore, name: str, record: GameRecord, plies: int) -> None:
    """Keep so many moves and deals of a recorded game as one of a person against a level."""
    store.folder.mkdir(parents=True, exist_ok=True)
    SavedGame(
        players=("human", "level=14"),
        names=("Ada", "level 14"),
        seed=1,
        game=1,
        limits=TimeControl(),
        policy="forfeit",
        moves=tuple(ply.move for ply in record.plies[:plies]),
        times=tuple(ply.time for ply in record.plies[:plies]),
        started=record.started,
        program=record.program,
    ).save(store.folder / f"{name}.json")


def tab(browser: Browser, address: str, size: tuple[int, int], scheme: str) -> Page:
    """Return an empty tab of that size and colours."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    return context.new_page()


def shoot(page: Page, name: str) -> None:
    """Write what the page shows as web-NAME.webp."""
    page.wait_for_timeout(1500)
    picture = base64.b64encode(page.screenshot()).decode()
    page.goto("about:blank")
    packed = page.evaluate(PACK, [f"data:image/png;base64,{picture}", QUALITY])
    (HERE / f"web-{name}.webp").write_bytes(base64.b64decode(packed.partition(",")[2]))


def new_table(page: Page) -> str:
    """Open a table against level 4, and return its address once some moves have been made."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "level", "level": 4}]
    table = page.request.post("/api/tables", data={"seats": seats, "seed": "5"}).json()["id"]
    made = 0
    while made < 4:
        state = page.request.get(f"/api/tables/{table}").json()
        if not (state["decides"]["kind"] == "move" and state["decides"]["person"]):
            time.sleep(0.2)
            continue
        legal = state["decides"]["legal"]
        move = legal[7 * made % 12 if made < 3 else 0]["move"]
        page.request.post(
            f"/api/tables/{table}/move", data={"version": state["version"], "move": move}
        )
        made += 1
    return f"/table/{table}"


def main() -> None:
    """Write all pictures."""
    program = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        log = Path(folder) / "cup" / "games.jsonl"
        records = [record for _, record in GameReader(GAMES).games()][:40]
        log.parent.mkdir()
        log.write_text("".join(record.to_line() + "\n" for record in records))
        store = GameStore(Path(folder) / "games")
        context = Context(store, watched=(log,))
        kept(store, "known", records[0], len(records[0].plies))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        with served(context) as address:
            desk = tab(browser, address, DESK, "light")
            table = new_table(desk)
            for name, size, scheme, way in (
                ("table", DESK, "light", table),
                ("dark", DESK, "dark", table),
                ("phone", PHONE, "light", table),
                ("analysis", DESK, "light", "/analysis?game=known#60"),
            ):
                page = tab(browser, address, size, scheme)
                page.goto(way)
                shoot(page, name)
                page.close()
            desk.goto("/watch")
            desk.get_by_role("main").get_by_role("link").first.click()
            shoot(desk, "watch")
            browser.close()
        context.close()


if __name__ == "__main__":
    main()
