"""Lines: printable ASCII passes unchanged, and whatever is written is one line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from spyrium_ai.engine.protocol.lines import decode_line, encode_line

printable = st.characters(min_codepoint=32, max_codepoint=126)


@given(st.text(printable))
def test_printable_ascii_is_read_back(text: str) -> None:
    assert decode_line(encode_line(text)) == text


@given(st.text())
def test_any_text_is_written_as_one_line(text: str) -> None:
    line = encode_line(text)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode_line(line).isprintable() or not text
