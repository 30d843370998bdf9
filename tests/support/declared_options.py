"""Options as engines may declare them, and their values, drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.option import OPTION_WORDS

words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
names = words
# The blanks at the ends of a value are not transmitted.
values = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20).map(str.strip)


@st.composite
def options(draw: st.DrawFn) -> Option:
    """Return a valid declaration of any type."""
    name = draw(names)
    match draw(st.sampled_from(["check", "spin", "real", "combo", "string", "button"])):
        case "check":
            return Option(name, "check", draw(st.booleans()))
        case "spin":
            low, default, high = sorted(draw(st.tuples(*[st.integers(-(10**18), 10**18)] * 3)))
            return Option(name, "spin", default, low, high)
        case "real":
            number = st.floats(-1e300, 1e300)
            low, default, high = sorted(draw(st.tuples(number, number, number)))
            return Option(name, "real", default, low, high)
        case "combo":
            choice = words.filter(lambda word: word not in OPTION_WORDS)
            choices = draw(st.lists(choice, min_size=1, max_size=4, unique=True))
            return Option(name, "combo", draw(st.sampled_from(choices)), choices=tuple(choices))
        case "string":
            return Option(name, "string", draw(values))
        case _:
            return Option(name, "button")
