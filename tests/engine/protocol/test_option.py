"""The line `option` and the command `setoption`: what is written is what is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.declared_options import names, options, values

from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.option import (
    option_line,
    parse_option,
    parse_setoption,
    setoption_command,
)


@given(options())
def test_what_is_declared_is_read_back(option: Option) -> None:
    assert parse_option(option_line(option)) == option


@given(names, st.none() | values)
def test_what_is_set_is_read_back(name: str, value: str | None) -> None:
    word, rest = setoption_command(name, value).split(" ", 1)
    assert word == "setoption"
    assert parse_setoption(rest) == (name, value)
