"""The texts of the first game, step by step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """A step of the lesson.

    `ply` moves and deals have been made before it. `points` are the places that it explains: cells
    and slots of the market, `market`, `event`, `next`, `player1`, and parts of a player's panel as
    `1.money`. `text` has paragraphs with empty lines between them. `ask` asks for the next move of
    the game, '' for none.
    """

    title: str
    ply: int
    points: str
    text: str
    ask: str = ""

    def paragraphs(self) -> list[str]:
        """Return the text as paragraphs, each in one line."""
        return [" ".join(paragraph.split()) for paragraph in self.text.split("\n\n")]


STEPS = (
    Step(
        "The market",
        2,
        "market",
        """
        Two to five players run companies for six turns. The player with the most victory
        points (VP) at the end wins. In this game you are Ada, and Ben plays against you.

        Every turn puts nine cards on the market. A letter and a number name each place: a1
        is at the top left, c3 at the bottom right.
        """,
    ),
    Step(
        "How to read a card",
        2,
        "a1 b1 b3",
        """
        The first line says what kind of card it is, its code and its price. The Mine at a1
        is a building and costs £5. It gives 1 Spyrium for nothing, or 2 Spyrium for the
        work of one worker.

        The Bureaucrat at b1 is a character. The round token on it is worth 3. The Crane at
        b3 is a technique: it makes something easier for the rest of the game, and gives VP
        at the end. Every card is explained below on this page.
        """,
    ),
    Step(
        "What you own",
        2,
        "player1",
        """
        You began with £8 and 2 Spyrium. The turn gave you £2 more, because your residence
        is on space 2: income is the number of that space.

        You have three workers. All are active: they wait to be placed. VP on the score
        track are 0 at the start.
        """,
    ),
    Step(
        "Phase I: place workers",
        2,
        "a1b1",
        """
        Workers stand between two cards, on the small circles. There a worker is next to
        both cards, and you can decide later which one of them it is for.

        Any number of workers can share a place, yours and those of others.
        """,
        "Place a worker between the Mine (a1) and the Bureaucrat (b1).",
    ),
    Step(
        "One action each",
        4,
        "b1 a1b1 b1b2",
        """
        Players take turns with one action each. Ben has placed a worker below the
        Bureaucrat, so two workers are next to that card now.

        Workers around a card change what it is worth. A card with many workers around it
        pays well when you take money there, and costs more when you want the card itself.
        """,
        "Place a worker between the Bureaucrat (b1) and the Workshop (c1).",
    ),
    Step(
        "Your last worker",
        6,
        "a1a2",
        """
        Ben has joined you between the Bureaucrat and the Workshop. You have one active
        worker left.

        You want both the Mine and the Residence. One more worker between them keeps both
        possible.
        """,
        "Place a worker between the Mine (a1) and the Residence (a2).",
    ),
    Step(
        "Phase II: take workers back",
        8,
        "b1 a1b1 b1c1",
        """
        Ben has begun Phase II. He took a worker back and gained money at the Bureaucrat: £1
        for each other worker next to it. There were three, so he gained £3.

        Each player decides when to begin Phase II. Nobody returns to Phase I in the same
        turn, so workers that were not placed stay at home.

        Two other workers are next to the Bureaucrat when you take yours from b1c1: your own
        at a1b1 counts too.
        """,
        "Begin Phase II: take the worker at b1c1, and gain £2 at the Bureaucrat (b1).",
    ),
    Step(
        "Characters",
        10,
        "b1 player2",
        """
        The other use of a worker is to activate a card. Ben has called the Bureaucrat. He
        paid £1, because your worker still stands next to it, and took the token: 3 VP.

        A character stays in the market. This one has no token left, so nobody can call it
        again in this turn. It can still be a source of money.
        """,
    ),
    Step(
        "What a card costs",
        10,
        "a1 a1b1 a1a2",
        """
        To build the Mine, you pay its price of £5, and £1 for each other worker next to it.
        There is one: your own at a1a2.

        A building also needs a space. The first one is free, the second costs £1, the third
        £2, and so on. A new building can take the place of an old one instead. That needs
        no space, and it is £3 cheaper if both show the same symbol.
        """,
        "Take the worker at a1b1 to build the Mine (a1) for £6.",
    ),
    Step(
        "Events",
        12,
        "event next",
        """
        Ben has used the event of this turn for 2 VP. Each player can use it once per turn,
        in Phase I or in Phase II, and needs no worker for it.

        The event of the next turn is shown beside it, so that you can prepare for it.
        """,
    ),
    Step(
        "Residence and income",
        12,
        "a2 a1a2 1.residence",
        """
        The Residence costs £3, and £1 for the space, because you own one building. No other
        worker is next to it.

        When it is built, you either move up one space on the residence track or gain VP
        equal to your space. Early in the game, moving up is good: it is £1 more in each of
        the five turns that follow.
        """,
        "Build the Residence (a2), and advance to residence 3.",
    ),
    Step(
        "Take something from the event",
        14,
        "event 1.spyrium",
        """
        Ben has passed. One of his workers was never placed, but he has none in the market:
        that is what passing requires. From now on you act alone.

        You have not used the event yet. Its token is worth 2: £2, 2 Spyrium or 2 VP.
        Spyrium turns into VP in Workshops, Factories and Laboratories.
        """,
        "Use the event to gain 2 Spyrium.",
    ),
    Step(
        "Use a building",
        15,
        "player1",
        """
        Your Mine is ready, and you can use it in the turn in which you built it. Each
        building works once per turn.

        Its second effect needs an active worker. All three of yours are used: a worker that
        has been taken back rests until the next turn. The first effect needs none.
        """,
        "Use the Mine to gain 1 Spyrium.",
    ),
    Step(
        "Pass",
        16,
        "player1",
        """
        Nothing is left to do. Your turn is over when you pass.
        """,
        "Pass.",
    ),
    Step(
        "The next turn",
        18,
        "market event 1.money 2.money",
        """
        The cards that nobody built are gone. Nine new ones lie on the market. All workers
        are active again, and your Mine is ready again.

        Income: you gained £3 from residence 3, Ben £2. The event that was shown as next is
        now the event of the turn, and Ben plays first.
        """,
    ),
    Step(
        "The whole game",
        18,
        "a2 player1 player2",
        """
        Six turns make a game. The cards become stronger: period A has turns 1 to 3, period
        B turns 4 and 5, period C turn 6.

        At 8 VP on the score track you choose a new worker or £5, and at 20 VP you get the
        other one.

        At the end, add the VP of your buildings and of your techniques, such as Lobbying at
        a2. Money, Spyrium and workers count only where a technique says so.
        """,
    ),
)
