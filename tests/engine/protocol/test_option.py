"""The line `option` and the command `setoption`: what is written is what is read."""

from __future__ import annotations

import pytest
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


@pytest.mark.parametrize(
    "line",
    [
        "option name hash",
        "option name a type spin default 5",
        "option name a type spin min 1 max 3",
        "option name a type tree default 5",
        "option name a type combo default x var y",
        "option name a type real default 1 min x max 2",
        "option name a type real default 1 min 0 max inf",
        "option name a type real default 1 min -1e400 max 2",
        f"option name a type spin default 0 min 0 max 1{'0' * 400}",
        f"option name a type spin default 0 min -1{'0' * 400} max 0",
        "option name a type check default maybe",
    ],
)
def test_wrong_options(line: str) -> None:
    with pytest.raises(ValueError, match=r"^option a: |'option name hash' is not `option name N"):
        parse_option(line)


def test_options_of_all_types() -> None:
    assert parse_option("option name a type check default true").default is True
    assert parse_option("option name a type real default 0.5 min -1 max 1.5").min == -1
    assert parse_option("option name a type spin default -3 min -9 max 9").default == -3
    assert parse_option("option name a type string default two  words").default == "two  words"
    assert parse_option("option name a type string default").default == ""
    assert parse_option("option name a type button").type == "button"
