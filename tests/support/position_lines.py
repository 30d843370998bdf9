"""Position lines of docs/notation.md, and the same with a field or a part changed."""

from __future__ import annotations

EMPTY = "-,-,-,-,-,-,-,-,- -,-,-,-,-,-,-,-,-,-,-,-"
START = (
    f"2 0 - ? {EMPTY} - - - 8.8.8/0.0.0 E1,E2,E3,E4,E5,E6,E7 "
    "I/-/0/8/2/2/3/3/-/-/-/- I/-/0/8/2/2/3/3/-/-/-/-"
)
BETWEEN = (
    f"2 2 1 ? {EMPTY} E7 - M2,W2,U1,Ar,Co,Lo,Au,Ca,Cr 7.7.8/1.1.0 E1,E3,E4,E5,E6 "
    "I/-/0/0/1/3/3/3/-/W2/Cr/- I/-/3/2/1/2/3/3/-/U1/Au/-"
)
IN_TURN = (
    "2 1 2 1 Co,W2,-,-,Ar.2,Lo,M2,Ca,- -,-,-,-,-,-,-,1,-,1,-,- E2 E7 "
    "M2,W2,U1,Ar,Co,Lo,Au,Ca,Cr 7.7.8/1.0.0 E1,E3,E4,E5,E6 "
    "II/e/0/4/1/3/0/3/-/-/Cr/- P/e/3/2/1/2/1/3/-/U1/Au/-"
)
BONUS = (
    "2 5 2 2b Ta,Mi,Bu.2,Ge,L2,Ba.2,R1,U2.2,Ar.1 -,-,-,-,-,-,-,-,-,-,-,- E6 E1.3 "
    "M3,F1,F1,F2,L2,L3,N2,N2,R1,R2,U2,Bu,Mi,En,Ar,Ge,Ba,Ta 4.4.3/2.1.4 E3 "
    "P/e/10/0/0/2/4/4/m/L3,R2/Co/1 II/e/22/1/2/3/0/4/-/M1*,F2*/-/-"
)
OVER = (
    "2 6 1 . Fi,Ge,-,H2,H3,En,Ad,F2,L3 -,-,-,-,-,-,-,-,-,-,-,- E3 E1.1 "
    "F2,L3,H1,H2,H3,En,Ge,Fi,Ad 2.3.5/5.5.3 - "
    "P/e/18/2/3/3/0/4/m/M1*,F2/Cr,Ta*/- P/-/12/2/5/3/1/5/w/H1/Au/-"
)


def with_field(line: str, number: int, text: str) -> str:
    """The line with another text in a field, counted from 1 as in the document."""
    words = line.split(" ")
    words[number - 1] = text
    return " ".join(words)


def with_part(line: str, player: int, number: int, text: str) -> str:
    """The line with another text in one of the twelve parts of a player's field."""
    parts = line.split(" ")[10 + player].split("/")
    parts[number - 1] = text
    return with_field(line, 11 + player, "/".join(parts))


def with_fields(line: str, texts: dict[int, str]) -> str:
    """The line with other texts in several fields."""
    for number, text in texts.items():
        line = with_field(line, number, text)
    return line


def with_parts(line: str, player: int, texts: dict[int, str]) -> str:
    """The line with other texts in several parts of a player's field."""
    for number, text in texts.items():
        line = with_part(line, player, number, text)
    return line
