"""`Thinker`: what a room wants of the computer, as jobs for the pool; what comes of them, as commands of the room."""

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from onitama.engine import TOP_LEVEL
from onitama.errors import shown
from onitama.observe import Observation
from onitama.player import Player
from onitama.server.rooms import (
    Code,
    ComputerAnswer,
    ComputerOffer,
    ComputerStep,
    Help,
    HelpKind,
    Refused,
    Room,
    Want,
)
from onitama.server.rooms.commands import AnswerOffer, Command, MakeOffer, MakeStep, PlaceNinjas
from onitama.server.rooms.events import Answer, OfferKind, Pace
from onitama.server.rooms.room import Person
from onitama.server.thinking.job import Job, Urgency
from onitama.server.thinking.pace import pause_seconds
from onitama.server.thinking.pool import Pool, ThinkingFailed
from onitama.server.thinking.thoughts import study, thoughts

__all__ = ["LEVEL_NAMES", "Thinker", "check_level_name"]

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

LEVEL_NAMES = tuple(str(number) for number in range(1, TOP_LEVEL + 1))
"""The levels of the computer, as a setup names them."""

_MOVE_SECONDS = 1.0
_SHARE_OF_CLOCK = 1 / 30
_HINT_SECONDS = 1.0
_ANALYSIS_SECONDS = 15.0
_ANALYSIS_LINES = 3
_ANSWER_SECONDS = 0.3
_GIVES_A_DRAW_AT = -200
"""How bad the computer must stand to agree to a draw: two students down."""
_GIVES_A_SUGGESTED_DRAW_AT = 100


def check_level_name(name: str) -> None:
    """See that there is such a level.

    Raises:
        Refused: if there is not.
    """
    if name not in LEVEL_NAMES:
        expected = f"a level from {LEVEL_NAMES[0]} to {LEVEL_NAMES[-1]}"
        raise Refused(Code.BAD_SETUP, f"setup, computer: expected {expected}, found {shown(name)}")


class Thinker:
    """The computer of all rooms of a server.

    Args:
        workers: how many processes think at a time.
        human_pace: whether it takes its time for a step, as a person would.
        pool: the pool, if it is not to be made here.
        sleep: waits for so many seconds.
        rng: for what differs from step to step.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        human_pace: bool = False,
        pool: Pool | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        rng: Random | None = None,
    ) -> None:
        self.pool = Pool(workers) if pool is None else pool
        self._human_pace = human_pace
        self._sleep = sleep
        self._rng = rng or secrets.SystemRandom()

    async def __aenter__(self) -> Self:
        await self.pool.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.pool.close()

    async def command(self, room_id: str, room: Room, want: Want) -> Command:
        """What the computer does; to be decided with `room.people[want.person]` as the actor.

        A search that fails is replaced by any legal step: whatever happens here, the game goes on.

        Args:
            room_id: which room it is.
            room: as it was when it wanted this.
            want: one of `wants(room)`.
        """
        match want:
            case ComputerAnswer(person, _, offer):
                agrees = await self._agrees_to_draw(room_id, room, room.player(person))
                return AnswerOffer(offer, Answer.ACCEPT if agrees else Answer.DECLINE)
            case ComputerOffer(_, _, game):
                return MakeOffer(game, OfferKind.DRAW)
            case ComputerStep(person, level, moment, is_placement, pace):
                thinking = self._step(room_id, room, room.player(person), level)
                step = await self._at_pace(pace, thinking, room, room.player(person))
                return PlaceNinjas(moment, step) if is_placement else MakeStep(moment, step)

    async def help(
        self, room_id: str, identity: str, room: Room, help_: Help
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What the computer thinks of what somebody can see: reports, at last one with `is_final` true.

        Each has `kind`, `moment`, `is_final`, `lines`, `to_move`, `depth`, `nodes` and `seconds`. A line has the
        `step`, `score`, `proven` and `plies_to_end` from the view of `to_move`, and the expected `turns`.

        Args:
            room_id: which room it is.
            identity: who asks.
            room: as it was then.
            help_: what `decide` has allowed.

        Raises:
            Refused: if there is nothing to be thought about, or too much to do already.
        """
        view = self._view_for_help(room, help_)
        is_hint = help_.kind is HelpKind.HINT
        job = Job(
            identity,
            room_id,
            Urgency.HINT if is_hint else Urgency.ANALYSIS,
            view,
            level=None,
            seconds=_HINT_SECONDS if is_hint else _ANALYSIS_SECONDS,
            multipv=1 if is_hint else _ANALYSIS_LINES,
            reports=not is_hint,
        )
        told = {"kind": help_.kind.value, "moment": help_.moment, "to_move": str(view.to_move)}
        async with aclosing(thoughts(self.pool, job)) as found:
            async for one in found:
                yield {**told, **one}

    def study(
        self, identity: str, view: Observation, lines: int, seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What the computer thinks of a view that belongs to no room: reports like those of `help`.

        Raises:
            Refused: if there is too much to do already.
        """
        return study(self.pool, identity, view, lines, seconds)

    async def _step(self, room_id: str, room: Room, player: Player, level: str) -> str:
        game = room.game
        assert game is not None
        view = game.observe(player)
        choices = game.placements(player) if room.is_placing else view.legal_steps
        if len(choices) == 1:
            return str(choices[0])
        if view.to_move is not player:  # it places before the other has: nobody knows anything yet
            return str(self._rng.choice(choices))
        seconds = _MOVE_SECONDS
        left_ms = _left_ms(room, player)
        if left_ms is not None:
            seconds = max(0.02, min(seconds, left_ms / 1000 * _SHARE_OF_CLOCK))
        number = int(level) if level in LEVEL_NAMES else TOP_LEVEL
        job = Job(
            _opponent(room),
            room_id,
            Urgency.MOVE,
            view,
            level=None if number == TOP_LEVEL else number,
            seconds=seconds,
            game=f"{room_id} {room.game_number} {player}",
        )
        try:
            best = str((await self.pool.run(job))["lines"][0]["step"])
        except ThinkingFailed:
            best = ""
        if best in map(str, choices):
            return best
        _log.error("room %s: level %s found no step, so any is made", room_id, shown(level))
        return str(self._rng.choice(choices))

    async def _at_pace(self, pace: Pace, thinking: Awaitable[str], room: Room, player: Player) -> str:
        """The step, not before a person would have made it, or as the one who looks on wants it."""
        if not self._human_pace:
            return await thinking
        game = room.game
        assert game is not None
        pause = pause_seconds(
            len(game.placements(player) if room.is_placing else game.position.legal_steps),
            is_first_step=room.is_placing or game.last_turn is None or game.last_turn.is_complete,
            left_ms=_left_ms(room, player),
            pace=pace,
            rng=self._rng,
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(_awaited(self._sleep(pause)))
            found = group.create_task(_awaited(thinking))
        return found.result()

    async def _agrees_to_draw(self, room_id: str, room: Room, player: Player) -> bool:
        """Whether it stands so badly that it agrees; more easily where the game goes round in circles (R84)."""
        assert room.game is not None
        if room.suggests_draw and room.setup.stand_in is not None:
            return True  # it has proposed it itself
        view = room.game.observe(player)
        if view.rules.hidden is not None and view.to_move is not player:
            return room.suggests_draw  # it cannot judge what it does not see
        job = Job(_opponent(room), room_id, Urgency.MOVE, view, level=None, seconds=_ANSWER_SECONDS)
        try:
            score: int = (await self.pool.run(job))["lines"][0]["score"]
        except ThinkingFailed:
            return False
        if view.to_move is not player:
            score = -score
        return score <= (_GIVES_A_SUGGESTED_DRAW_AT if room.suggests_draw else _GIVES_A_DRAW_AT)

    def _view_for_help(self, room: Room, help_: Help) -> Observation:
        """What whoever asks can see, if the computer can think about that."""
        assert room.game is not None
        player = None if help_.person is None else room.player(help_.person)
        view = room.game.observe(player)
        if view.outcome is not None:
            raise Refused(Code.NOT_NOW, "the game is over: there is no next step")
        if view.rules.hidden is not None and view.to_move is not player:
            raise Refused(
                Code.NOT_NOW, "where ninjas hide, the computer can only be asked by the player to move"
            )
        return view


async def _awaited(one: Awaitable[Result]) -> Result:
    return await one


def _left_ms(room: Room, player: Player) -> int | None:
    """What the player's clock showed when it was last read."""
    clock = None if room.game is None else room.game.clock
    return None if clock is None else clock.left_ms[player]


def _opponent(room: Room) -> str:
    """On whose behalf the computer plays."""
    return next((one.identity for one in room.people if isinstance(one, Person)), "")
