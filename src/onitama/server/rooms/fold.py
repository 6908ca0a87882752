"""The fold: what an event makes of a room. The same events always give the same room."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from onitama.clock import Clock
from onitama.deal import deal_by_hand
from onitama.errors import OnitamaError
from onitama.game import Game
from onitama.notation import parse_deal
from onitama.observe import step_events
from onitama.player import parse_player
from onitama.rules import Phase, parse_step
from onitama.server.rooms.events import (
    Abandoned,
    Answer,
    Answered,
    ClosedFor,
    Created,
    Event,
    Flagged,
    Interrupted,
    Joined,
    Left,
    Offered,
    OfferKind,
    Pace,
    Paced,
    Placed,
    Proposed,
    Ready,
    Resigned,
    RoomClosed,
    Started,
    Stepped,
)
from onitama.server.rooms.room import Computer, FinishedGame, OpenOffer, Person, Room, Status
from onitama.server.rooms.setup import Format

__all__ = ["VIEWERS", "Change", "apply", "changes", "changes_position", "fold", "is_noticed"]

VIEWERS = (0, 1, None)
"""The two people, and None for all spectators."""
_GAME_OFFERS = (OfferKind.DRAW, OfferKind.TAKEBACK, OfferKind.RESTART)

Value = TypeVar("Value")


class Change(NamedTuple):
    """An event, and the room on both sides of it."""

    before: Room | None
    """None where the room begins."""
    event: Event
    after: Room


def apply(room: Room | None, event: Event) -> Room:
    """The room after an event; None before its first one.

    Raises:
        OnitamaError: if that cannot have happened; `decide` finds out so what the rules forbid.
    """
    body = event.body
    if room is None:
        if not isinstance(body, Created) or event.number != 1:
            raise OnitamaError(f"a room begins with event 1, created; found {event.number}, {event.type}")
        return _opened(body, event.at_ms)
    if event.number != room.number + 1:
        raise OnitamaError(f"expected event {room.number + 1}, found {event.number}")
    if event.at_ms < room.at_ms:
        raise OnitamaError(f"time ran backwards, from {room.at_ms} to {event.at_ms}")
    after = _changed(room, event)
    noticed = [is_noticed(event, after, viewer) for viewer in VIEWERS]
    moved = [one and changes_position(room, event) for one in noticed]
    return replace(
        after,
        number=event.number,
        at_ms=event.at_ms,
        numbers=_counted(room.numbers, noticed),
        moments=_counted(room.moments, moved),
    )


def changes(room: Room | None, events: Iterable[Event], last: Room | None = None) -> Iterator[Change]:
    """What events do one after the other.

    Args:
        room: as it is before the first of them; None for a log from its beginning.
        events: in their order.
        last: as it is after all of them, if `decide` has made it already: it need not be made again.

    Raises:
        OnitamaError: at an event that cannot be.
    """
    for event in events:
        after = last if last is not None and event.number == last.number else apply(room, event)
        yield Change(room, event, after)
        room = after


def fold(events: Iterable[Event]) -> Room:
    """The room that a whole log makes.

    Raises:
        OnitamaError: for a log that cannot be.
    """
    room = None
    for event in events:
        room = apply(room, event)
    return _require(room, "the log is empty")


def is_noticed(event: Event, after: Room, viewer: int | None) -> bool:
    """Whether a viewer is told of an event at all, or the number of messages would tell a secret (R71)."""
    game = after.game
    if after.setup.rules.hidden is None or game is None:
        return True
    match event.body:
        case Stepped():
            assert game.last_turn is not None
            player = None if viewer is None else after.player(viewer)
            return bool(step_events(game.last_turn.played[-1], player))
        case Proposed():
            return viewer is not None and after.player(viewer) is game.position.to_move
    return True


def changes_position(before: Room, event: Event) -> bool:
    """Whether a step chosen before the event may mean something else after it."""
    match event.body:
        case Started() | Stepped():
            return True
        case Answered(Answer.ACCEPT):
            return before.offer is not None and before.offer.kind in (OfferKind.TAKEBACK, OfferKind.RESTART)
    return False


def _counted(counts: tuple[int, int, int], more: list[bool]) -> tuple[int, int, int]:
    first, second, spectators = (count + one for count, one in zip(counts, more, strict=True))
    return first, second, spectators


def _opened(body: Created, at_ms: int) -> Room:
    setup = body.setup
    return Room(
        number=1,
        at_ms=at_ms,
        setup=setup,
        status=Status.WAITING,
        people=(
            Person(body.identity, body.name),
            None if setup.computer is None else Computer(setup.computer),
        ),
        since_ms=at_ms,
        numbers=(1, 1, 1),
    )


def _changed(room: Room, event: Event) -> Room:
    """The room after the event, apart from its counts."""
    at_ms = event.at_ms
    match event.body:
        case Joined(identity, name):
            return replace(room, people=(room.people[0], Person(identity, name)), since_ms=at_ms)
        case Started():
            return _started(room, event.body, at_ms)
        case Placed(person, step):
            return _played(room, at_ms, lambda game: game.place(room.player(person), step))
        case Stepped(step):
            return _played(room, at_ms, lambda game: game.play(parse_step(step), at_ms=at_ms))
        case Proposed(step):
            _latest(room).position.play(step)
            return replace(room, proposal=str(parse_step(step)))
        case Offered():
            return _offered(room, event.body, at_ms)
        case Answered(answer):
            return _answered(room, answer, at_ms)
        case Resigned(person):
            return _played(room, at_ms, lambda game: game.resign(room.player(person), at_ms=at_ms))
        case Flagged():
            return _played(room, at_ms, lambda game: _require(game.tick(at_ms), "no time is out"))
        case Abandoned(person):
            return _played(room, at_ms, lambda game: game.flag(room.player(person)))
        case Interrupted(since_ms):
            return _interrupted(room, since_ms, at_ms)
        case Paced(pace):
            return _paced(room, pace, at_ms)
        case Ready(person):
            return replace(room, ready=room.ready | {person})
        case Left(person):
            return replace(room, gone=room.gone | {person}, offer=None)
        case RoomClosed(reason):
            return _closed(room, reason, at_ms)
        case Created():
            raise OnitamaError("the room is open already")


def _latest(room: Room) -> Game:
    return _require(room.game, "no game has begun")


def _require(value: Value | None, message: str) -> Value:
    if value is None:
        raise OnitamaError(message)
    return value


def _started(room: Room, body: Started, at_ms: int) -> Room:
    rules, time = room.setup.rules, room.setup.time
    red, blue, side = parse_deal(body.deal)
    start = deal_by_hand(rules, red=red, blue=blue, side=side, starter=parse_player(body.starter))
    game = Game(start, rules=rules, seed=body.seed, clock=None if time is None else Clock.of(time))
    names = [_require(room.name(person), "a seat is free") for person in (0, 1)]
    game.names = names[body.red], names[1 - body.red]
    _let_clock_run(game, at_ms, room.pace)
    return replace(
        room,
        status=Status.PLAYING,
        red=body.red,
        game=game,
        game_number=room.game_number + 1,
        offer=None,
        recent_offers=(),
        proposal=None,
        hints_agreed=False,
        ready=frozenset(),
        since_ms=at_ms,
    )


def _played(room: Room, at_ms: int, do: Callable[[Game], Any]) -> Room:
    """The room after something is done in its game."""
    before = _latest(room)
    game = before.copy()
    do(game)
    _let_clock_run(game, at_ms, room.pace)
    is_turn_over = game.position.turn_number != before.position.turn_number
    is_awaited_anew = is_turn_over or game.position.phase is Phase.PLACE
    is_answered = room.offer is not None and room.offer.kind in _GAME_OFFERS and game.offer is None
    room = replace(
        room,
        game=game,
        proposal=None,
        since_ms=at_ms if is_awaited_anew else room.since_ms,
        recent_offers=() if is_turn_over else room.recent_offers,
        offer=None if is_answered else room.offer,
    )
    return room if game.outcome is None else _finished(room, game, at_ms)


def _finished(room: Room, game: Game, at_ms: int) -> Room:
    finished = (*room.finished, FinishedGame.of(game, room.red))
    is_half_time = room.setup.format is Format.MIRROR and len(finished) % 2 == 1
    return replace(
        room,
        status=Status.BETWEEN if is_half_time else Status.OVER,
        finished=finished,
        offer=None,
        recent_offers=(),
        since_ms=at_ms,
    )


def _let_clock_run(game: Game, at_ms: int, pace: Pace) -> None:
    """Start the clock where the game waits for a turn; both place their ninjas before (R40)."""
    is_halted = pace is Pace.STILL or (game.offer is not None and game.offer.halts_game)
    is_waiting = game.outcome is None and game.position.phase is not Phase.PLACE and not is_halted
    if game.clock is not None and game.clock.running is None and is_waiting:
        game.resume(at_ms)


def _interrupted(room: Room, since_ms: int, at_ms: int) -> Room:
    """Set a running clock to when the server went, and wait anew for whoever is waited for."""
    clock = _latest(room).clock
    if clock is not None and clock.running is not None and clock.at_ms is not None:
        stopped_ms = max(since_ms, clock.at_ms)
        room = _played(room, at_ms, lambda game: game.pause(stopped_ms))
    offer = None if room.offer is None else replace(room.offer, at_ms=at_ms)
    return replace(room, offer=offer, since_ms=at_ms)


def _paced(room: Room, pace: Pace, at_ms: int) -> Room:
    """While the game stands still its clock does too."""
    game = _latest(room).copy()
    if pace is Pace.STILL and game.clock is not None and game.clock.running is not None:
        game.pause(at_ms)
    _let_clock_run(game, at_ms, pace)
    return replace(room, game=game, pace=pace, since_ms=at_ms)


def _offered(room: Room, body: Offered, at_ms: int) -> Room:
    if room.offer is not None:
        raise OnitamaError(f"a {room.offer.kind} is offered already, which must be answered first")
    turn_number = body.turn_number
    if body.kind in _GAME_OFFERS:
        game, player = _latest(room).copy(), room.player(body.person)
        match body.kind:
            case OfferKind.DRAW:
                game.offer_draw(player, at_ms=at_ms)
            case OfferKind.TAKEBACK:
                game.offer_takeback(player, turn_number, at_ms=at_ms)
            case _:
                game.offer_restart(player, at_ms=at_ms)
        turn_number = None if game.offer is None else game.offer.turn_number
        room = replace(room, game=game)
    number = room.offers_made + 1
    return replace(
        room,
        offer=OpenOffer(number, body.person, body.kind, turn_number, at_ms),
        offers_made=number,
        recent_offers=(*room.recent_offers, (body.person, body.kind)),
    )


def _answered(room: Room, answer: Answer, at_ms: int) -> Room:
    offer = _require(room.offer, "nothing is offered")
    if offer.kind not in _GAME_OFFERS:
        agreed = offer.kind is OfferKind.HINTS and answer is Answer.ACCEPT
        return replace(room, offer=None, hints_agreed=room.hints_agreed or agreed)
    mine = room.player(offer.person)

    def do(game: Game) -> None:
        match answer:
            case Answer.ACCEPT:
                game.accept(mine.other, at_ms=at_ms)
            case Answer.WITHDRAW:
                game.withdraw(mine, at_ms=at_ms)
            case _:
                game.decline(mine.other, at_ms=at_ms)

    proposal = room.proposal if answer is not Answer.ACCEPT else None
    room = replace(_played(room, at_ms, do), offer=None, since_ms=at_ms)
    return replace(room, proposal=proposal if room.status is Status.PLAYING else None)


def _closed(room: Room, reason: ClosedFor, at_ms: int) -> Room:
    game = room.game
    if game is not None and game.clock is not None and game.clock.running is not None:
        game = game.copy()
        game.pause(at_ms)
    return replace(room, status=Status.CLOSED, closed_for=reason, game=game, offer=None, proposal=None)
