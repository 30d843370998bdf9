"""The answer to `spyrium`: what an engine writes is what a runner reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.declared_options import options, words

from spyrium_ai.engine.builtin.random_engine import RandomEngine
from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.identity import Identity, identity_lines, parse_identity

text = st.lists(words, min_size=1).map(" ".join)
declared = st.lists(options(), max_size=4, unique_by=lambda option: option.name)


@given(text, text, text, declared)
def test_what_is_written_is_read_back(
    name: str, author: str, version: str, options: list[Option]
) -> None:
    by = {"name": name, "author": author, "version": version}
    engine = type("Declared", (RandomEngine,), {**by, "options": tuple(options)})()
    expected = Identity(**by, options={option.name: option for option in options})
    assert parse_identity(identity_lines(engine)) == expected


def test_an_option_declared_twice() -> None:
    lines = ["option name a type button"] * 2
    with pytest.raises(ValueError, match="option a is declared twice"):
        parse_identity(lines)
