"""The analysis board, and what can be seen on a board besides its pieces."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from onitama.engine import chances
from onitama.errors import OnitamaError
from onitama.formats import threats
from onitama.geometry import format_square
from onitama.server.app.models import Problem
from onitama.server.app.rest import MaybeIdentity, Served
from onitama.server.denied import Denied, DeniedCode
from onitama.server.rooms import Room, viewer_of
from onitama.server.rooms.commands import AskForHelp, HelpKind
from onitama.server.rooms.decide.playing import help_for
from onitama.server.rooms.room import Person
from onitama.server.study import MOST_CHARACTERS, beliefs, next_position, read_text, record_of, summaries

__all__ = ["router"]

router = APIRouter(
    prefix="/api/v1", responses={status: {"model": Problem} for status in (400, 403, 404, 409, 413, 429, 503)}
)

Result = TypeVar("Result")
Position = Annotated[str, Field(max_length=400, description="A position string.")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Text(_Body):
    """A position or games in any of the notations."""

    text: Annotated[str, Field(max_length=MOST_CHARACTERS)]
    beside: Annotated[
        str | None, Field(max_length=400, description="A position string, for the cards of a board without.")
    ] = None
    steps: Annotated[
        list[Annotated[str, Field(max_length=40)]], Field(max_length=2000, description="Played on after it.")
    ] = []


class Texts(_Body):
    """Games to be looked through, each as its own text; all together as long as one text may be."""

    texts: Annotated[list[Annotated[str, Field(max_length=MOST_CHARACTERS)]], Field(max_length=100)]


class Steps(_Body):
    """What was played from a position on."""

    position: Position
    steps: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=2000)]


class Record(BaseModel):
    """A game as text."""

    record: str


class Step(_Body):
    """A step in a position."""

    position: Position
    step: Annotated[str, Field(max_length=40)]


class Shown(BaseModel):
    """What a board shows."""

    position: Position
    view: dict[str, Any]
    threats: list[str]


class Move(Shown):
    """A step and what a board shows after it."""

    step: str


class StudyGame(BaseModel):
    """A game, or a position as a game without moves."""

    names: list[str]
    result: str
    start: Shown
    moves: list[Move]


class Study(BaseModel):
    """What a text holds."""

    games: list[StudyGame]


class GameSummary(BaseModel):
    """What is told of a game where nobody looks at it yet."""

    names: list[str]
    result: str
    turns: int


class Looked(BaseModel):
    """What a text holds, or why it cannot be read."""

    games: list[GameSummary]
    problem: str | None


class Summaries(BaseModel):
    """What each text holds, in their order."""

    texts: list[Looked]


class Beliefs(BaseModel):
    """What the player to move could think, before the first step and after each."""

    beliefs: Annotated[
        list[dict[str, float] | None],
        Field(
            description="How likely an unseen enemy ninja is on a square; null where there is none to guess."
        ),
    ]


class Insight(BaseModel):
    """What can be seen in a room besides the pieces, as far as the viewer may know it."""

    moment: int
    threats: list[str]
    chances: Annotated[
        dict[str, float] | None,
        Field(
            description="How likely an unseen enemy ninja is on a square; null where there is none to guess."
        ),
    ]


@router.post("/study")
async def read_study(body: Text) -> Study:
    """The games in a text, step by step."""
    games = await asyncio.to_thread(_readable, lambda: read_text(body.text, body.beside, body.steps))
    return Study.model_validate({"games": games})


@router.post("/study/games")
async def read_summaries(body: Texts) -> Summaries:
    """What many texts hold; one that cannot be read leaves the others alone."""
    if sum(map(len, body.texts)) > MOST_CHARACTERS:
        raise Denied(DeniedCode.BAD_MESSAGE, f"texts: expected at most {MOST_CHARACTERS} characters in all")
    return Summaries(texts=await asyncio.to_thread(lambda: [_looked(text) for text in body.texts]))


@router.post("/study/step")
async def make_study_step(body: Step) -> Shown:
    """What comes of a step."""
    return Shown.model_validate(_readable(lambda: next_position(body.position, body.step)))


@router.post("/study/record")
async def write_study_record(body: Steps) -> Record:
    """What was played, as a record."""
    return Record(record=_readable(lambda: record_of(body.position, body.steps)))


@router.post("/study/beliefs")
async def read_beliefs(body: Steps) -> Beliefs:
    """What the players of a game could think of hidden ninjas, turn by turn."""
    found = await asyncio.to_thread(_readable, lambda: beliefs(body.position, body.steps))
    return Beliefs(beliefs=found)


@router.get("/rooms/{room_id}/insight")
async def read_insight(room_id: str, identity: MaybeIdentity, service: Served) -> Insight:
    """Threats, and where ninjas may hide, for who may have help."""
    room = await service.hall.look(room_id)
    person = None if identity is None else Person(identity.id, identity.name)
    viewer = viewer_of(room, None if person is None else person.identity)
    asked = help_for(room, person or Person("", ""), AskForHelp(HelpKind.ANALYSIS))
    return await asyncio.to_thread(_insight, room, viewer, asked.moment)


def _insight(room: Room, viewer: int | None, moment: int) -> Insight:
    assert room.game is not None
    player = None if viewer is None else room.player(viewer)
    seen = room.game.observe(player)
    hides = player is not None and seen.outcome is None and not room.is_placing and seen.to_move is player
    unseen = (
        0 if player is None else seen.ninjas_alive[player.other] - seen.ninjas_mask[player.other].bit_count()
    )
    guessed = chances(seen) if hides and unseen else None
    return Insight(
        moment=moment,
        threats=[str(one) for one in threats(seen)],
        chances=None
        if guessed is None
        else {format_square(square): round(chance, 4) for square, chance in guessed.items()},
    )


def _looked(text: str) -> Looked:
    try:
        return Looked.model_validate({"games": summaries(text), "problem": None})
    except OnitamaError as error:
        return Looked(games=[], problem=str(error))


def _readable(read: Callable[[], Result]) -> Result:
    """What can be read; what cannot is said as a refusal of the request."""
    try:
        return read()
    except OnitamaError as error:
        raise Denied(DeniedCode.BAD_MESSAGE, str(error)) from None
