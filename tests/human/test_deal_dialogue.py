"""The dialogue at a table with real cards: questions, corrections, commands."""

from __future__ import annotations

import io

import pytest
from support.physical_tables import words_of
from support.position_builder import vectors

from spyrium_ai.game.board import Board
from spyrium_ai.game.position import Position
from spyrium_ai.human.deal_dialogue import DealDialogue
from spyrium_ai.human.deal_draft import Draft
from spyrium_ai.human.line_completion import completing
from spyrium_ai.human.person import LeaveTable, TakeBack
from spyrium_ai.human.terminal_io import TerminalIO

NINE = "M1 M2 W1 N1 Ar Lo Au W2 Co"
DEAL = "deal:M1,M2,W1,N1,Ar.2,Lo,Au,W2,Co:E3"


class NobodyElse:
    """A host that can take something back or not, and notes what is saved."""

    def __init__(self, before: bool = False) -> None:
        self.before = before
        self.saved: list[str] = []

    def can_take_back(self) -> bool:
        return self.before

    def save(self, name: str) -> None:
        self.saved.append(name)


def first_deal() -> Board:
    position = Position.start(2)
    position.apply("setup:1:E2")
    return position.board()


def ask(
    *lines: str,
    before: Draft | None = None,
    board: Board | None = None,
    host: NobodyElse | None = None,
) -> tuple[str, str]:
    """Return the deal that these lines make, and what was printed, as one line."""
    out, source = io.StringIO(), io.StringIO("".join(f"{line}\n" for line in lines))
    terminal = TerminalIO(source, out)
    dialogue = DealDialogue(board or first_deal(), terminal, ["you", "mcts"], host or NobodyElse())
    text = dialogue.ask(before)
    return text, words_of(out.getvalue())


def test_every_question_says_what_is_possible() -> None:
    text, told = ask("3", "M1 M2 W1 N1", "Ar Lo Au W2", "Co", "2", "")
    assert text == DEAL
    assert "Turn 1, period A: reveal the next event" in told
    for question in (
        "Next event (E1 E3 E4 E5 E6 E7):",
        "Market from a1 on, 9 cards to go:",
        "Market from b2 on, 5 cards to go:",
        "Market from c3 on, 1 card to go:",
        "1 token to go on Architect (Ar) at b2 (1 2 3):",
        "Is this right? Enter for yes",
    ):
        assert question in told
    assert told.endswith(
        "Next event E3: GBP3: 3 points, or GBP6: 5 points. a1 M1 Mine b1 M2 Mine c1 W1 Workshop "
        "a2 N1 Neighborhood b2 Ar Architect 2 c2 Lo Lobbying a3 Au Automation b3 W2 Workshop "
        "c3 Co Commerce Is this right? Enter for yes, or correct it (help says how):"
    )


def test_the_whole_deal_can_be_corrected_until_it_is_confirmed() -> None:
    wrong = ["e4", "M1 M2 W1 N1 Mi Lo Au W2 Cr", "1"]
    text, _ = ask(*wrong, "b2 ar", "3", "c3 co", "b2 2", "E3", "yes")
    assert text == DEAL


def test_back_takes_back_line_by_line() -> None:
    text, told = ask("e4", "back", "back", "e3", "M1 M2 W1", "N1 Mi", "back", NINE[9:], "2", "y")
    assert text == DEAL
    assert "Nothing has been entered yet; undo goes back further." in told


def test_a_refused_line_changes_nothing() -> None:
    text, told = ask("e2", "e3", "M1 M2 F1", NINE, "9", "2 1", "b3 1", "", "2", "")
    assert text == DEAL
    for reason in (
        "Not taken: E2 has been seen before; possible: E1 E3 E4 E5 E6 E7.",
        "Not taken: Factory (F1) belongs to period B, this is A; left: M1 2xM2",
        "Not taken: there is no token 9; possible: 1 2 3.",
        "Not taken: no token is due: nothing is missing;",
        "Not taken: Workshop (W2) at b3 gets 0 tokens, not 1.",
        "Type what lies on the table, or help.",
    ):
        assert reason in told, reason


def test_the_commands_are_there_at_every_question() -> None:
    host = NobodyElse()
    lines = ["save my.json", "Unseen", "?", "UNDO", "e3", "save", NINE, "help", "2"]
    text, told = ask(*lines, "save a b", "", host=host)
    assert text == DEAL
    assert host.saved == ["my.json", "", "a b"]
    assert "Period A, not dealt yet: 2 x Mine M1" in told
    assert told.count("CELL CARD another card in this cell") == 2
    assert "There is nothing to take back yet." in told


def test_one_leaves_by_quit_and_by_the_end_of_input() -> None:
    for lines in (["e3", "quit"], ["q"], [NINE], []):
        with pytest.raises(LeaveTable):
            ask(*lines)


def test_undo_leaves_the_deal_for_what_came_before() -> None:
    with pytest.raises(TakeBack):
        ask("e3", "undo", host=NobodyElse(before=True))


def test_what_was_entered_before_is_kept_or_corrected_or_entered_anew() -> None:
    before = Draft.of(DEAL)
    text, told = ask("", before=before)
    assert text == DEAL
    assert "This is what you entered before. Next event E3" in told
    assert ask("b2 1", "", before=before)[0] == DEAL.replace("Ar.2", "Ar.1")
    anew, told = ask("back", "e4", NINE, "3", "", before=before)
    assert anew == "deal:M1,M2,W1,N1,Ar.3,Lo,Au,W2,Co:E4"
    assert ask("3", "", before=before.without_tokens())[0] == DEAL.replace("Ar.2", "Ar.3")


def last_turn() -> tuple[Board, str]:
    """Return a position before a recorded deal of turn 6 whose event is E1, and the deal."""
    for game in vectors("games-2-players"):
        for step in game["steps"]:
            board = Position.parse(step["position"]).board()
            if board.turn == 6 and step["move"].startswith("deal:") and ":E1." in step["move"]:
                return board, step["move"]
    raise AssertionError


def test_enter_is_the_only_possibility() -> None:
    board, deal = last_turn()
    _, market, event = deal.split(":")
    cards = [cell.partition(".")[0] for cell in market.split(",")]
    lines = ["", event[3:], " ".join(cards[:8]), ""]
    tokens = [token for cell in market.split(",") for token in cell.split(".")[1:]]
    text, told = ask(*lines, *tokens, "", board=board)
    assert text == deal
    assert "Next event (Enter for E1):" in told
    assert f"Market from c3 on, 1 card to go (Enter for {cards[8]}):" in told


def test_tab_completes_what_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[list[str]] = []
    asked = TerminalIO.ask

    def noted(self: TerminalIO, prompt: str, words: list[str]) -> str | None:
        offered.append(words)
        return asked(self, prompt, words)

    monkeypatch.setattr(TerminalIO, "ask", noted)
    ask("e3", "Co", f"{NINE[:-3]} M1"[3:], "2", "")
    event, market, later, token, end = offered
    assert event[:6] == ["E1", "E3", "E4", "E5", "E6", "E7"]
    assert {"Co", "Commerce", "M1", "Architect", "back", "undo"} <= set(market)
    assert not {"Co", "Commerce", "F1", "Ta"} & set(later)
    assert token[:3] == ["1", "2", "3"]
    assert {"a1", "c3", "E4", "M1"} <= set(end)


def test_the_completer_is_there_while_a_line_is_read() -> None:
    readline = pytest.importorskip("readline")
    with completing(["M1", "Miner", "Co"]):
        complete = readline.get_completer()
        assert [complete("m", 0), complete("m", 1), complete("m", 2)] == ["M1 ", "Miner ", None]
    assert readline.get_completer() is None


def test_the_setup_is_asked_for_with_the_names_of_the_players() -> None:
    text, told = ask("mcts", "E1", "3", "e1 1", "", board=Position.start(2).board())
    assert text == "setup:2:E1.1"
    assert told.startswith("Setup of the table of 1 you, 2 mcts. Type what lies there, or help.")
    for question in (
        "First player (1 2): First player: 2 mcts.",
        "Event of turn 1 (E1 E2 E3 E4 E5 E6 E7): Event E1:",
        "Token on E1 (1 2 3): First player: 2 mcts. Event E1 (token 3):",
    ):
        assert question in told


def test_all_fits_into_80_columns() -> None:
    board = Position.start(5)
    board.apply("setup:1:E2")
    out = io.StringIO()
    lines = "e3\nBu 1111 N1 N1 Ar 2222 Ar 3333 Mi 1111 Mi 2233 Ca U1 2\nhelp\nxyz\n\n"
    dialogue = DealDialogue(
        board.board(), TerminalIO(io.StringIO(lines), out), ["a" * 24] * 5, NobodyElse()
    )
    assert dialogue.ask().startswith("deal:Bu.1.1.1.1,N1,N1,Ar.2.2.2.2,")
    assert max(map(len, out.getvalue().split("\n"))) <= 80
