"""The journal of a measurement of regret, which a run that was broken off goes on with."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from spyrium_ai.errors import HaltError, UsageError
from spyrium_ai.regret import Finding


class Notebook:
    """The terms of a measurement and, line by line, every finding as soon as it is made.

    The terms are written with the first finding. A last line that was not written to its end is
    dropped. One run at a time has the file.
    """

    def __init__(self, path: Path, terms: Mapping[str, object]) -> None:
        """Open the file, or make it.

        Raises:
            UsageError: it cannot be opened, is no such journal, was begun on other terms, or
                another run has it.
        """
        self.path, self._terms = path, terms
        self.found: dict[str, Finding] = {}
        self._lock = threading.Lock()
        try:
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise UsageError(f"'{path}' cannot be opened: {error.strerror}") from None
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(f"'{self.path}' is being written by another run") from None
        self._file.seek(0)
        content = self._file.readall() or b""
        whole = content.rfind(b"\n") + 1
        try:
            if content and not whole:
                raise ValueError("it has no whole line")
            data = [json.loads(line) for line in content[:whole].splitlines()]
            if data and data[0] != self._terms:
                raise UsageError(f"'{self.path}' was begun on other terms: {json.dumps(data[0])}")
            for entry in data[1:]:
                self.found[entry["key"]] = Finding(**entry)
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"'{self.path}' is no journal of `regret`: {error}") from None
        self._file.truncate(whole)

    def add(self, finding: Finding) -> None:
        """Keep a finding, in any thread; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it.
        """
        with self._lock:
            size = os.fstat(self._file.fileno()).st_size
            lines = [asdict(finding)] if size else [self._terms, asdict(finding)]
            rest = memoryview("".join(json.dumps(line) + "\n" for line in lines).encode("ascii"))
            try:
                while rest:
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
            except OSError as error:
                with contextlib.suppress(OSError):  # else a torn line stays
                    self._file.truncate(size)
                raise HaltError(f"'{self.path}' cannot be written: {error.strerror}") from None
            self.found[finding.key] = finding

    def close(self) -> None:
        """Close the file."""
        self._file.close()
