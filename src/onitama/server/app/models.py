"""What goes in and comes out by REST, typed."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Export", "Me", "Named", "Newcomer", "Opened", "Opening", "Problem", "Records", "Rooms", "Summary"]

AnyObject = dict[str, Any]


class _Body(BaseModel):
    """A body that is read: nothing is guessed, nothing unknown passes."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Named(_Body):
    """How somebody wants to be called."""

    name: Annotated[str, Field(max_length=1000, description="Cleaned and checked as the reference says.")]


class Opening(_Body):
    """A room to be opened."""

    setup: Annotated[AnyObject, Field(description="What is played, as in the reference.")]
    is_listed: Annotated[bool, Field(description="Whether everybody may find it.")] = False


class Problem(BaseModel):
    """Why something was not done."""

    code: str
    message: str


class Me(BaseModel):
    """An identity, as it is shown to itself."""

    name: str
    created_ms: int


class Newcomer(Me):
    """A new identity."""

    secret: Annotated[str, Field(description="Told this once.")]


class Opened(BaseModel):
    """A room that was opened."""

    room: str
    link: str


class Summary(BaseModel):
    """A room in a list."""

    room: str
    setup: AnyObject
    status: str
    names: list[str | None]
    score: list[float]
    you: int | None
    created_ms: int
    changed_ms: int


class Rooms(BaseModel):
    """A list of rooms."""

    rooms: list[Summary]
    next: Annotated[str | None, Field(description="For the rooms after these.")] = None


class Records(BaseModel):
    """Games that have a result."""

    records: list[AnyObject]


class _Played(Summary, Records):
    """A room with its games."""


class Export(Me):
    """All that is stored about somebody."""

    rooms: list[_Played]
