from __future__ import annotations

import os
from pathlib import Path

import pytest

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.secret_file import read_or_make_secret

SECRET = "0123456789abcdef" * 2


def refused(path: Path) -> str:
    """Return what is said of a file that cannot hold a secret."""
    with pytest.raises(UsageError) as caught:
        read_or_make_secret(path)
    return str(caught.value)


def test_a_missing_file_is_made_for_its_owner_and_read_from_then_on(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    secret = read_or_make_secret(one)
    assert len(bytes.fromhex(secret)) == 16
    assert read_or_make_secret(one) == secret != read_or_make_secret(other)
    assert one.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_secret_of_the_owners_own(end: str, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text(SECRET + end)
    path.chmod(0o400)
    assert read_or_make_secret(path) == SECRET


@pytest.mark.parametrize(
    "content", ["", "5\n", SECRET[:-1], f"{SECRET}0", f"{SECRET}\n\n", SECRET.upper(), "é" * 16]
)
def test_what_is_no_secret(content: str, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)
    assert (
        refused(path) == f"'{path}' does not hold a secret of 32 hex digits (0-9, a-f) in one line"
    )


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_file_that_others_can_open_is_refused(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "my secret"
    path.write_text(SECRET)
    path.chmod(mode)
    assert f"is open to other users (mode {mode:04o})" in refused(path)
    assert refused(path).endswith(f"chmod 600 '{path}'")


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    assert "is not a regular file" in refused(tmp_path)
    assert "is not a regular file" in refused(tmp_path / "fifo")
    assert "is not a regular file" in refused(Path("/dev/null"))
    assert "cannot be read: No such file" in refused(tmp_path / "link")
    assert "cannot be created: No such file" in refused(tmp_path / "nowhere" / "secret")
    assert "cannot be created: Not a directory" in refused(tmp_path / "file" / "secret")
