"""What a person sees at a decision: drawn in place where the window allows it, else in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.board_view import render
from spyrium_ai.game.text.compact_board import compact_lines
from spyrium_ai.game.text.style import WIDTH
from spyrium_ai.human.brief_menu import group_lines
from spyrium_ai.human.move_menu import Group, Menu
from spyrium_ai.human.screen_layout import MOST_NEEDED, Layout, layout
from spyrium_ai.human.terminal_io import TerminalIO

FEWEST_COLUMNS = 60


class Screen:
    """The position and the menu of one decision, and the answers to what is typed."""

    def __init__(
        self, position: Position, menu: Menu, names: Sequence[str], terminal: TerminalIO
    ) -> None:
        """Show nothing yet.

        Args:
            position: in which the person decides.
            menu: the legal moves.
            names: the players by seat.
            terminal: of the person.
        """
        self.position = position
        self.menu = menu
        self.names = names
        self.terminal = terminal
        self._news = terminal.take_news()
        self._closed: list[Group] = []  # groups of the menu that are not shown yet
        self._rest: list[str] = []  # of a text that is shown in pages
        self._has_menu = False

    @property
    def next(self) -> str:
        """What Enter shows next, '' if everything is on the screen."""
        if self._rest:
            return "more"
        if self._closed:
            return self._closed[0].name
        return "" if self._has_menu else "the moves"

    def open(self, notice: Sequence[str] = ()) -> None:
        """Show the position and the menu, with a short message or with what has happened."""
        self._rest = []
        self._has_menu = True
        drawn = self._layout(notice)
        if drawn is None:
            self._closed = []
            self._say(self.board_text())
            self._say(self.menu.render(self.terminal.style))
            return
        self._closed = drawn.closed
        self.terminal.draw(drawn.lines)

    def close(self) -> None:
        """Show the position alone, so that what follows stands below it."""
        if (drawn := self._layout(())) is not None:
            self.terminal.draw(drawn.board)
            self._has_menu = False

    def reopen(self) -> None:
        """Draw the position and the menu again after `close`, with what was said since."""
        if self._layout(()) is not None:
            self._news = self.terminal.take_news() or self._news
            self.open()

    def show_next(self) -> None:
        """Show what `next` says."""
        if self._rest:
            self._page(self._rest)
        elif self._closed:
            group, *later = self._closed
            self.open_group(group)
            self._closed = later
        else:
            self.open()

    def open_group(self, group: Group) -> None:
        """Show the moves of a group, below the position if they do not fill the window."""
        self.show_moves((), [group])

    def show_moves(self, title: Sequence[str], groups: Sequence[Group]) -> None:
        """Show a title and the moves of these groups, in few words if that needs less room."""
        style, drawn = self.terminal.style, self._layout(())
        width = drawn.width if drawn else style.width
        lines = [line for group in groups for line in self.menu.lines(group, style, width)]
        if drawn and len(title) + len(lines) > drawn.room:
            board = self.menu.board
            lines = [line for group in groups for line in group_lines(board, group, style, width)]
        self._page([*title, *lines])

    def run(self, command: Callable[[], None]) -> None:
        """Execute a command, and show what it says."""
        if self._layout(()) is None:
            command()
            return
        with self.terminal.held() as said:
            command()
        while said and not said[0]:
            said.pop(0)
        drawn = self._layout(said)
        if drawn and (drawn.told < len(said) or len(said) > MOST_NEEDED):
            self._page(said)
        else:
            self.open(said)

    def board_text(self) -> str:
        """Return the whole position as far as the window is wide enough for it."""
        style = self.terminal.style
        if style.width < WIDTH:
            width = max(FEWEST_COLUMNS, style.width)
            return "\n".join(compact_lines(self.position, self.names, style, width))
        return render(self.position, self.names, style)

    def _layout(self, notice: Sequence[str]) -> Layout | None:
        window = self.terminal.window
        if window is None or window.columns < FEWEST_COLUMNS:
            return None
        news = ["\n".join(notice)] if notice else self._news
        return layout(self.position, self.menu, self.names, news, self.terminal.style, window)

    def _page(self, lines: Sequence[str]) -> None:
        """Show as much of a text as fits, below the position if all of it does; keep the rest."""
        self._rest = []
        drawn = self._layout(())
        if drawn is None:
            self._say("\n".join(lines))
            return
        above, room = drawn.board, drawn.room
        if len(lines) > room:
            above, room = [], len(drawn.board) + drawn.room
        self._rest = list(lines[room:])
        self._has_menu = False
        self._closed = []
        self.terminal.draw([*above, *lines[:room]])

    def _say(self, text: str) -> None:
        self.terminal.say()
        self.terminal.say(text)
