"""The journal of a long run: its settings, then its results one by one, so that it can go on."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from spyrium_ai.util.append_file import AppendFile, open_alone
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import convert, decode

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


class RunJournal(AppendFile, Generic[T]):
    """The settings of a run in the first line, then one line for each result.

    The settings are written with the first result. An incomplete last line is dropped. Only one
    run at a time can open the file. `found` has the results that were there.
    """

    def __init__(
        self, path: Path, command: str, settings: Mapping[str, object], kind: type[T]
    ) -> None:
        """Open the file, or create it.

        Args:
            path: the file.
            command: the one that runs, for messages.
            settings: all that the results depend on; they are JSON.
            kind: the class of a result, a dataclass that JSON can hold.

        Raises:
            UsageError: the file cannot be opened, is no such journal, belongs to a run with other
                settings, or is in use by another run.
        """
        super().__init__(path, open_alone(path))
        self._command, self._settings = command, settings
        self._lock = threading.Lock()
        self.found: list[T] = []
        try:
            self._read(kind)
        except BaseException:
            self.close()
            raise

    def add(self, result: T) -> None:
        """Append a result, from any thread; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it.
        """
        with self._lock:
            lines: list[Any] = [self._settings] if self.is_empty else []
            lines.append(asdict(result))
            self.append("".join(json.dumps(line) + "\n" for line in lines))

    def _read(self, kind: type[T]) -> None:
        self._file.seek(0)
        content = self._file.readall() or b""
        whole = content.rfind(b"\n") + 1
        if content and not whole:
            raise self._error("it has no whole line")
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                data = decode(line)
                if number > 1:
                    self.found.append(convert(data, kind))
            except FieldError as error:
                raise self._error(f"line {number}: {error}") from None
            if number == 1 and data != self._settings:
                raise UsageError(
                    f"'{self.path}' is of a run with other settings: {json.dumps(data)[:500]}"
                )
        self.mend()

    def _error(self, reason: str) -> UsageError:
        return UsageError(f"'{self.path}' is no journal of `{self._command}`: {reason}")
