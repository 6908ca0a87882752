"""One room of a server at the terminal: what is told, what can be typed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from onitama.cli.screen import Screen
from onitama.cli.tell import facts
from onitama.cli.words import explain_squares, meaning, targets_of, words_of
from onitama.client import ClientRoom, Disconnected, Refused, State
from onitama.errors import NotationError, OnitamaError
from onitama.formats import threats
from onitama.player import RED, Player
from onitama.rules import Step, parse_step

__all__ = ["OnlineSession", "Typed"]

_HELP = """\
A step is typed as boar:c1c2, or only c1c2. To ask: c1 where that piece can go, boar what that card can do.
  pass boar   give Boar away when nothing can move
  b1b2        your ninja moves; b1b2! and challenges; stay leaves it; e5 sends the ninja or the spirit there
  c, 3, none  light column c, row 3, no lantern
Several steps of one turn may stand in one line: c1c2 stay none
  board, moves, threats          look
  hint                           ask the computer, where that is agreed on
  undo, draw, restart, hints     offer to take a turn back, a draw, to begin anew, that both may ask for hints
  accept, decline, withdraw      answer an offer, or take back your own
  resign, abort                  give up; break off before the first turn is complete
  ready, rematch                 after a game: the second one of a mirror match; another one
  quit                           leave; the game waits for you, its clock does not"""
_OFFERS = {
    "undo": "takeback",
    "draw": "draw",
    "restart": "restart",
    "hints": "hints",
    "rematch": "rematch",
}
_WISHES = {
    "takeback": "wants to take back a turn",
    "draw": "offers a draw",
    "restart": "wants to begin anew",
    "hints": "wants both of you to be allowed hints",
    "rematch": "wants a rematch",
}
_ANSWERS = {
    "accept": "The offer is accepted.",
    "decline": "The offer is declined.",
    "withdraw": "The offer is withdrawn.",
    "expire": "Nobody answered the offer in time.",
}
_ENDS = {
    "withdrawn": "The invitation is withdrawn.",
    "expired": "Nobody came: the invitation has expired.",
    "aborted": "The game is broken off.",
    "abandoned": "The game is abandoned.",
}


class Typed(Protocol):
    """Where lines come from."""

    is_interactive: bool

    async def next(self) -> str | None:
        """The next line; None when the input has ended."""


class OnlineSession:
    """A room, a screen and what is typed.

    Args:
        room: entered.
        screen: where it is shown.
        lines: what is typed. From a script a line counts when there is something to do, not before.
    """

    def __init__(self, room: ClientRoom, screen: Screen, lines: Typed) -> None:
        self._room, self._screen, self._lines = room, screen, lines
        self._is_resigning = False
        """Whether to give up was the last thing that was typed."""
        self._commands: dict[str, Callable[[], Awaitable[None]]] = {
            "help": self._help,
            "board": self._board,
            "moves": self._moves,
            "threats": self._threats,
            "hint": self._hint,
            "resign": self._resign,
            "abort": room.abort,
            "ready": room.ready,
            **{word: self._offering(kind) for word, kind in _OFFERS.items()},
            **{word: self._answering(word) for word in ("accept", "decline", "withdraw")},
        }

    async def run(self) -> None:
        """Until the game is over and nobody wants another, the input ends, or one leaves."""
        news = self._room.states()
        next_state = asyncio.ensure_future(anext(news, None))
        next_line: asyncio.Future[str | None] | None = None
        shown: State | None = None
        try:
            while True:
                if next_line is None and (shown is None or self._may_type(shown)):
                    next_line = asyncio.ensure_future(self._lines.next())
                waits: list[asyncio.Future[Any]] = [next_state]
                if next_line is not None:
                    waits.append(next_line)
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                if next_state.done():
                    state = next_state.result()
                    if state is None:
                        self._screen.complain("The server does not know you any more.")
                        return
                    self._told(shown, state)
                    shown, next_state = state, asyncio.ensure_future(anext(news, None))
                    if self._is_over(state):
                        return
                elif next_line is not None:
                    line, next_line = next_line.result(), None
                    if not await self._typed(line, shown):
                        return
        finally:
            for wait in (next_state, next_line):
                if wait is not None:
                    wait.cancel()
            await asyncio.gather(
                next_state, *([] if next_line is None else [next_line]), return_exceptions=True
            )

    async def _typed(self, line: str | None, shown: State | None) -> bool:
        """Do what a line says; False if one leaves."""
        if line is None or line.lower() in ("quit", "exit", "q"):
            if (
                shown is not None
                and shown.you is not None
                and shown.status in ("waiting", "playing", "between")
            ):
                self._screen.say(f"The game is not finished. Come back with: --join {self._room.link}")
            return False
        if not self._lines.is_interactive:
            self._screen.say(f"> {line}")
        try:
            await self._obey(line)
        except Refused as refusal:
            self._screen.complain(str(refusal))
        except Disconnected as error:
            self._screen.complain(f"{error}; trying to get there again")
        except OnitamaError as error:
            self._screen.complain(str(error))
        return True

    def _may_type(self, state: State) -> bool:
        """Whether a line would mean something now; a person may always type."""
        if self._lines.is_interactive:
            return True
        if state.you is None:
            return False  # who watches by a script watches to the end
        is_asked = state.offer is not None and state.offer.person != state.you
        return state.is_my_turn or is_asked or state.status in ("between", "over")

    def _is_over(self, state: State) -> bool:
        if state.status == "closed":
            return True
        is_alone = state.you is None or any(one is not None and one.is_gone for one in state.people)
        return state.status == "over" and is_alone

    # What is told

    def _told(self, before: State | None, state: State) -> None:
        """Say what has happened, and show the board if there is something to do."""
        say = self._screen.say
        match state.event:
            case "snapshot":
                if state.status == "waiting" and state.you is not None:
                    say(f"Waiting for somebody. Whoever has this link can join: {self._room.link}")
                elif state.game:
                    say(f"Game {state.game}. {self._seats(state)}")
            case "joined":
                say(f"{self._name(state, 1)} has come.")
            case "started":
                say(f"Game {state.game} begins. {self._seats(state)}")
            case "offered" if state.offer is not None and state.offer.person != state.you:
                offerer = self._name(state, state.offer.person)
                answer = "" if state.you is None else " Type accept or decline."
                say(f"{offerer} {_WISHES[state.offer.kind]}.{answer}")
            case "offered" if state.offer is not None:
                say("The other player is asked; withdraw takes it back.")
            case "answered":
                say(_ANSWERS[state.answer or "expire"])
            case "left":
                say("The other player has left.")
            case "placed" if aside := state.data["placed_aside"]:
                say(f"{aside} is noted; it counts when the other player has placed too.")
            case "ready":
                say("One player is ready for the second game.")
            case "interrupted":
                say("The server was away; the clock was set to when it went.")
            case "proposed" if proposal := (state.data.get("coaching") or {}).get("proposal"):
                say(f"{proposal} is meant to be played.")
        has_news = before is None or before.turns != state.turns or before.game != state.game
        if has_news and state.turns:
            for sentence in facts(state.turns[-1].split()[-1]):
                say(sentence)
        if state.outcome is not None or state.is_my_turn or state.you is None:
            if has_news or before is None or before.is_my_turn != state.is_my_turn:
                self._show(state)
        elif has_news and state.turns:
            say(f"{state.turns[-1]} is played.")
        if before is None or (before.status, before.game) != (state.status, state.game):
            self._tell_end(state)
        if self._lines.is_interactive and state.you is not None and self._is_asked(state):
            say(f"{state.colour}{_clock_text(state)}>")

    def _is_asked(self, state: State) -> bool:
        return state.is_my_turn or state.status in ("between", "over")

    def _tell_end(self, state: State) -> None:
        say = self._screen.say
        if state.status == "closed":
            say(_ENDS[str(state.data["closed_for"])])
        if state.status not in ("over", "between") or state.outcome is None:
            return
        first, second = state.people
        if first is not None and second is not None:
            say(f"{self._name(state, 0)} {first.score:g} - {second.score:g} {self._name(state, 1)}")
        if state.you is not None:
            say("Type ready for the second game." if state.status == "between" else "Type rematch, or quit.")

    def _name(self, state: State, person: int) -> str:
        one = state.people[person]
        return "Somebody" if one is None else f"Level {one.name}" if one.is_computer else one.name

    def _seats(self, state: State) -> str:
        names = {one.colour: self._name(state, at) for at, one in enumerate(state.people) if one is not None}
        return " ".join(f"{str(player).capitalize()}: {names[player]}." for player in Player)

    def _show(self, state: State, targets: tuple[int, ...] = ()) -> None:
        if state.view is not None:
            self._screen.show(state.view, _seat(state), targets)

    # What is typed

    async def _obey(self, line: str) -> None:
        word = line.lower()
        self._is_resigning = self._is_resigning and word == "resign"
        if word in self._commands:
            await self._commands[word]()
        elif word:
            await self._turn(line)

    async def _turn(self, line: str) -> None:
        """Send the steps of a line, one by one, as long as they can be made."""
        for word in words_of(line):
            state = self._room.state
            if not state.is_my_turn:
                raise NotationError("it is not your turn: type help for what else there is")
            step = self._meant(word, state)
            if step is None:
                return
            if state.is_placing:
                await self._room.place(step)
            elif state.setup["format"] == "coaching":
                await self._in_coaching(step, state)
            else:
                await self._room.step(step)

    async def _in_coaching(self, step: Step, state: State) -> None:
        """Say it; if it has been said already, it counts (R81)."""
        if (state.data.get("coaching") or {}).get("proposal") == str(step):
            await self._room.confirm(step)
            return
        await self._room.propose(step)
        found = (self._room.state.data.get("coaching") or {}).get("threats") or []
        self._screen.say("After it:\n" + ("\n".join(found) or "Nobody threatens anything that you can see."))
        self._screen.say(f"Type {step} again to play it, or something else.")

    def _meant(self, word: str, state: State) -> Step | None:
        """The one step that a word names; a question is answered."""
        legal_steps = tuple(parse_step(text) for text in state.legal_steps)
        try:
            steps, is_step = meaning(word, legal_steps)
        except NotationError:
            if state.view is not None and state.view.rules.hidden is None:
                explain_squares(word, state.view.position())
            raise
        if is_step and len(steps) == 1:
            return steps[0]
        if is_step:
            self._screen.say(f"Several cards allow that; choose one: {', '.join(map(str, steps))}")
        else:
            self._show(state, targets_of(steps))
            self._screen.say(", ".join(map(str, steps)))
        return None

    async def _help(self) -> None:
        self._screen.say(_HELP)

    async def _board(self) -> None:
        self._show(self._room.state)

    async def _moves(self) -> None:
        self._screen.say(", ".join(self._room.state.legal_steps) or "There is nothing to do for you now.")

    async def _threats(self) -> None:
        view = self._room.state.view
        found = () if view is None else threats(view)
        self._screen.say("\n".join(map(str, found)) or "Nobody threatens anything that you can see.")

    async def _hint(self) -> None:
        async for told in self._room.help("hint"):
            if "message" in told:
                self._screen.complain(told["message"])
            elif told["lines"]:
                self._screen.say(f"The computer would play {told['lines'][0]['step']}.")

    async def _resign(self) -> None:
        if self._is_resigning or not self._lines.is_interactive:
            await self._room.resign()
        else:
            self._is_resigning = True
            self._screen.say("Type resign once more to give up this game.")

    def _offering(self, kind: str) -> Callable[[], Awaitable[None]]:
        return lambda: self._room.offer(kind)

    def _answering(self, answer: str) -> Callable[[], Awaitable[None]]:
        return lambda: self._room.answer(answer)


def _seat(state: State) -> Player:
    """From where the board is seen."""
    return RED if state.colour is None else state.colour


def _clock_text(state: State) -> str:
    """What both clocks showed at the latest frame."""
    clock = state.data.get("clock")
    if clock is None or state.colour is None:
        return ""
    own, other = (-(-clock[f"{one}_ms"] // 1000) for one in (state.colour, state.colour.other))
    return f" {own // 60}:{own % 60:02} (against {other // 60}:{other % 60:02})"
