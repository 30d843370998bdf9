"""Where a game waits for its people: a request gives the answer, or takes back, or ends it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from spyrium_ai.human.person import LeaveTable, TakeBack
from spyrium_ai.web.api import ApiError

Answer = TypeVar("Answer")
STALE = "the table has changed since: look again"


class Waiting(Generic[Answer]):
    """The meeting of a game's thread with those of requests.

    `version` rises with every change of the table. A request names the one that it answers, so
    that of two browsers only the first one's answer counts.
    """

    def __init__(self) -> None:
        self.version = 0
        self.is_closed = False
        self._changed = threading.Condition()
        self._check: Callable[[Answer], None] | None = None  # of the answer that is waited for
        self._answer: Answer | None = None
        self._takes_back = False

    def change(self, check: Callable[[Answer], None] | None = None) -> None:
        """Note that the table has changed.

        Args:
            check: if an answer is asked for from now on; raises ApiError where one is not
                possible, and is called by who gives it.
        """
        with self._changed:
            self.version += 1
            self._check = check
            self._changed.notify_all()

    def ask(self) -> Answer:
        """Return the answer to the last change, as the game's thread waits for it.

        Raises:
            TakeBack: a person takes back.
            LeaveTable: the table is closed.
        """
        with self._changed:
            try:
                self._changed.wait_for(lambda: self._answer is not None or self._is_called_off)
                self.pass_on()
                answer, self._answer = self._answer, None
                assert answer is not None  # noqa: S101 (waited for)
                return answer
            finally:
                self._check = None

    def pass_on(self) -> None:
        """Raise what has called off the game as it is played on; else do nothing."""
        with self._changed:
            if self.is_closed:
                raise LeaveTable
            if self._takes_back:
                self._takes_back = False
                self._answer = None
                raise TakeBack

    def rest(self) -> None:
        """Wait until a person takes back, or the table is closed; raise which it was."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_called_off)
        self.pass_on()

    def give(self, version: int, answer: Answer) -> None:
        """Answer what the game waits for; ApiError if it is stale, not possible, or not asked."""
        with self._changed:
            self._expect(version)
            if self._check is None or self._answer is not None:
                raise ApiError(409, "nothing is asked here now")
            self._check(answer)
            self._answer = answer
            self._changed.notify_all()

    def take_back(self, version: int) -> None:
        """Have the game go back, as soon as the player who thinks has moved."""
        with self._changed:
            self._expect(version)
            self._takes_back = True
            self._changed.notify_all()

    def close(self) -> None:
        """End the game."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()

    def wait_beyond(self, version: int, seconds: float) -> None:
        """Wait until the table has changed since, or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self.version > version or self.is_closed, seconds)

    @property
    def _is_called_off(self) -> bool:
        return self.is_closed or self._takes_back

    def _expect(self, version: int) -> None:
        if self.is_closed:
            raise ApiError(409, "the table is closed")
        if version != self.version:
            raise ApiError(409, STALE)
