"""Texts for messages: shortened, fit for a terminal, numbers with what they count."""

from __future__ import annotations

LONGEST_SHOWN = 48  # characters of a word in a message
LONGEST_VALUE = 60  # characters of a value in a message


def shorten(text: str, length: int = LONGEST_SHOWN, gap: str = "...") -> str:
    """Return the text, or its beginning where it is longer than `length`.

    >>> shorten("a-rather-long-name", 10)
    'a-rathe...'
    """
    return text if len(text) <= length else text[: length - len(gap)] + gap


def shorten_middle(text: str, length: int, gap: str = " .... ") -> str:
    """Return the text, its middle left out where it is too long: many differ at the end.

    >>> shorten_middle("a-rather-long-name-2", 12, "..."), shorten_middle("mcts", 12)
    ('a-rat...me-2', 'mcts')
    """
    if len(text) <= length:
        return text
    kept = length - len(gap)
    return text[: kept - kept // 2] + gap + text[len(text) - kept // 2 :]


def shown(text: str) -> str:
    r"""Return the text as one short quoted ASCII word, fit for any error message.

    >>> shown("caf\u00e9")
    "'caf\\xe9'"
    """
    return ascii(shorten(text))


def shown_value(value: object) -> str:
    """Return a value from a file as it can stand in a message, a long one shortened."""
    return shorten(ascii(value), LONGEST_VALUE)


def visible(text: str) -> str:
    r"""Return the text with its control characters written out: they must not act on a terminal.

    >>> visible("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def visible_lines(text: str) -> str:
    r"""Return the text as `visible` does, but with its line ends.

    >>> visible_lines("a\x1b[2J\nb")
    'a\\x1b[2J\nb'
    """
    if text.isprintable():
        return text
    return "\n".join(map(visible, text.split("\n")))


def so_many(number: int, noun: str) -> str:
    """Return so many things.

    >>> so_many(1, "deal set"), so_many(2000, "game")
    ('1 deal set', '2000 games')
    """
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """Return the noun as it stands after the number.

    >>> plural(1, "check"), plural(0, "check")
    ('check', 'checks')
    """
    return noun if number == 1 else f"{noun}s"


def games_in_blocks(games: int, blocks: int) -> str:
    """Return how much was played.

    >>> games_in_blocks(2, 1)
    '2 games in 1 deal set'
    """
    return f"{so_many(games, 'game')} in {so_many(blocks, 'deal set')}"
