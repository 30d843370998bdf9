"""Forks: `python -m hostile.zygote_server DESCRIPTOR` reads what to run from a socket."""

from __future__ import annotations

import array
import atexit
import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import socket
import sys
import threading
import traceback
import warnings
from contextlib import suppress
from typing import Any

import spyrium_ai
from spyrium_ai.cli import main as program

# What only a cluster or an environment needs takes long to import.
NOT_BEFORE = (
    *("spyrium_ai.util.cluster", "spyrium_ai.tournament.cluster_runner"),
    "spyrium_ai.tools.training.training_cluster",
    *("spyrium_ai.envs", "spyrium_ai.__main__"),
)


def import_all() -> None:
    """Import the program, so that its forks need not."""
    for module in pkgutil.walk_packages(spyrium_ai.__path__, "spyrium_ai."):
        if not module.name.startswith(NOT_BEFORE):
            with suppress(ImportError):  # what it needs may be missing
                importlib.import_module(module.name)


def wait_for_work(connection: socket.socket) -> list[str]:
    """Fork for each request; return, in the forked process, the words of its command line."""
    while True:
        size = socket.CMSG_SPACE(3 * array.array("i").itemsize)
        data, ancillary, _, _ = connection.recvmsg(1 << 20, size)
        if not data:
            sys.exit(0)
        fds = array.array("i")
        for _, _, content in ancillary:
            fds.frombytes(content)
        process = os.fork()
        if process == 0:
            connection.close()
            return become(json.loads(data), list(fds))
        for fd in fds:
            os.close(fd)
        connection.send(str(process).encode())
        _, status = os.waitpid(process, 0)
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def become(request: dict[str, Any], fds: list[int]) -> list[str]:
    """Give this process the streams, folder and limits of the request; return its words."""
    os.setsid()
    for target, fd in enumerate(fds):
        os.dup2(fd, target)
        os.close(fd)
    # As the interpreter opens them at its start: it looks at what they are.
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    os.chdir(request["folder"])
    resource.setrlimit(resource.RLIMIT_AS, (request["memory"], request["memory"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    words: list[str] = request["words"]
    return words


def call(target: str, words: list[str]) -> None:
    """Call "module:function" with the words."""
    module, _, function = target.partition(":")
    getattr(importlib.import_module(module), function)(*words)


def main() -> None:
    """Do the work of a fork as the program itself would do it."""
    warnings.simplefilter("ignore")
    connection = socket.socket(fileno=int(sys.argv[1]))
    import_all()
    gc.freeze()  # else the forks copy what they collect
    signal.signal(signal.SIGINT, signal.default_int_handler)
    words = wait_for_work(connection)
    sys.argv = ["spyrium-ai", *words]
    leave(end_of(words))


def end_of(words: list[str]) -> int:
    """Run the program, or what stands for it; return the exit code as the interpreter would."""
    try:
        if words and words[0].startswith("@"):
            call(words[0][1:], words[1:])
        else:
            program()
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
            return 1
        return end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def leave(code: int) -> None:
    """End as the interpreter does, without the time that it takes to forget all modules."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
