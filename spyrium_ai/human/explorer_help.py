"""The commands of the dialogue that explores a position, and its `help`."""

from __future__ import annotations

from spyrium_ai.game.text.style import Style

MOST_LINES = 50
COMMANDS = {
    "Enter, go": "search for the best lines; Enter or Ctrl-C stops the search and keeps them",
    "go SECONDS": "search that long; `go infinite` searches until it is stopped",
    "NUMBER": "play the move with this number; or type its notation (place:a1b1)",
    "play [RANK]": "play the first move of the best line, or of the line with this rank",
    "back [N]": "take back the last move or deal, or N of them; also: undo",
    "forward [N]": "make again what was taken back",
    "deal": "deal by hand, in a dialogue with a help of its own",
    "deal TEXT": "the same in one line (M1 W1 Bu 1 ... E3), or in the notation (deal:M1,...)",
    "deal random [SEED]": "deal at random; the same seed deals the same here",
    "position [LINE]": "print the position as one line, or go to another one (start 3)",
    "lines N": f"show the N best lines, 1 to {MOST_LINES}",
    "engine SPEC": "ask another engine (mcts:threads=2)",
    "board": "show the position",
    "moves": "show the list of moves",
    "unseen": "show the cards, tokens and events not seen yet",
    "help [CODE]": "show this help, or explain a card or an event (help Co, help E5)",
    "quit": "leave; so does Ctrl-C where no search is under way",
}
SHORT = {"?": "help", "h": "help", "b": "board", "m": "moves", "q": "quit", "exit": "quit"}
SHORT |= {"": "go", "g": "go", "undo": "back", "u": "back", "redo": "forward"}


def render_commands(style: Style) -> str:
    """Return the commands in lines of at most 80 characters."""
    return "\n".join(style.wrap(text, 21, f"  {name:<19}") for name, text in COMMANDS.items())
