"""Those who look on at a table: each is sent what it does not have yet."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from spyrium_ai.web.api import Data, dumped

Push = Callable[[str], None]


@dataclass
class _Viewer:
    """Somebody who looks on: where its messages go, and how many plies it has been told."""

    push: Push
    known: int = 0


class Audience:
    """The viewers of one table. Its lock is the table's, so that no state is sent half changed."""

    def __init__(self, lock: threading.RLock, state: Callable[[int], Data]) -> None:
        """Begin without a viewer.

        Args:
            lock: held while the state changes.
            state: returns the state without its first plies.
        """
        self.seen = time.monotonic()  # when somebody looked last
        self._lock = lock
        self._state = state
        self._viewers: list[_Viewer] = []

    def __len__(self) -> int:
        return len(self._viewers)

    def join(self, push: Push) -> Callable[[], None]:
        """Send the state now and after every change, until the function that is returned is called.

        `push` gets each message as JSON text; it must not wait.
        """
        viewer = _Viewer(push)
        with self._lock:
            self._viewers.append(viewer)
            self._show(viewer)

        def leave() -> None:
            with self._lock:
                self._viewers.remove(viewer)
                self.seen = time.monotonic()

        return leave

    def show(self) -> None:
        """Send everybody the state."""
        with self._lock:
            for viewer in self._viewers:
                self._show(viewer)

    def forget(self, length: int) -> None:
        """Note that the plies after so many were taken back."""
        for viewer in self._viewers:
            viewer.known = min(viewer.known, length)

    def _show(self, viewer: _Viewer) -> None:
        state = self._state(viewer.known)
        viewer.push(dumped(state))
        viewer.known = state["from"] + len(state["moves"])
