"""What each viewer is told of a room: the only place that decides it (R70, R71).

A viewer is a person's index, or None for a spectator. What is told depends on nothing but that viewer's observation
of the game and on what is public in the room.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from onitama.formats import CoachingRound
from onitama.game import Game
from onitama.notation import format_deal
from onitama.observe import Played, observe, step_events
from onitama.player import Player
from onitama.server.rooms.events import Answered, Event, Placed, Started, Stepped
from onitama.server.rooms.fold import changes, changes_position, is_noticed
from onitama.server.rooms.room import Room, Status
from onitama.server.rooms.setup import Format

__all__ = ["Frames", "frame", "missed", "snapshot"]


class Frames:
    """The messages about one event; what several viewers are told alike is made once.

    Args:
        before: the room before it; None for the first one.
        event: what happened.
        after: the room after it.
    """

    def __init__(self, before: Room | None, event: Event, after: Room) -> None:
        self._before, self._event = before, event
        self._now = _Look(after)

    def to(self, viewer: int | None) -> dict[str, Any] | None:
        """The message to a person by index, or with None to a spectator.

        Returns:
            Plain JSON data; None for what the viewer may not notice at all (R71), which has no number for it either.
        """
        before, event, after = self._before, self._event, self._now.room
        if not is_noticed(event, after, viewer):
            return None
        data: dict[str, Any] = {
            "type": event.type,
            "number": after.numbers[_index(viewer)],
            "at_ms": event.at_ms,
        }
        if isinstance(event.body, Answered):
            data["answer"] = event.body.answer.value
        if _retells(before, event, after):
            data["turns"] = _turns(after, viewer)
        elif before is not None and before.game is not None and after.game is not None:
            data["told"] = self._told_to_all if _is_open(after) else self._told(_colour(after, viewer))
        data["state"] = self._now.state(viewer)
        return data

    @cached_property
    def _told_to_all(self) -> list[dict[str, Any]]:
        return self._told(None)

    def _told(self, player: Player | None) -> list[dict[str, Any]]:
        assert self._before is not None
        return _told(_news(self._event, self._before.game, self._now.room.game), player)


def frame(before: Room | None, event: Event, after: Room, viewer: int | None) -> dict[str, Any] | None:
    """The message about one event to one viewer; see `Frames`."""
    return Frames(before, event, after).to(viewer)


def missed(log: Iterable[Event], viewer: int | None, number: int) -> list[dict[str, Any]]:
    """The frames that a viewer has not had yet, the same as when they were sent.

    Args:
        log: all events of the room.
        viewer: a person's index, or None for a spectator.
        number: of the last frame that the viewer has had, 0 for none.
    """
    late = (one for one in changes(None, log) if one.after.numbers[_index(viewer)] > number)
    frames = (frame(*one, viewer) for one in late)
    return [one for one in frames if one is not None]


def snapshot(room: Room, viewer: int | None) -> dict[str, Any]:
    """All that a viewer may know of a room, for who comes or comes back.

    Args:
        room: as it is now.
        viewer: a person's index, or None for a spectator.
    """
    return {
        "type": "snapshot",
        "number": room.numbers[_index(viewer)],
        "setup": room.setup.to_json(),
        "turns": _turns(room, viewer),
        "state": _Look(room).state(viewer),
    }


def _index(viewer: int | None) -> int:
    return 2 if viewer is None else viewer


def _is_open(room: Room) -> bool:
    """Whether all see the same of the game."""
    return room.setup.rules.hidden is None


def _colour(room: Room, viewer: int | None) -> Player | None:
    return None if viewer is None or room.game is None else room.player(viewer)


# What happened


def _retells(before: Room | None, event: Event, after: Room) -> bool:
    """Whether the turns are not those before and some more: taken back, of a new game, or open at its end (R70)."""
    if before is None:
        return False
    if isinstance(event.body, Started) or (
        not isinstance(event.body, Stepped) and changes_position(before, event)
    ):
        return True
    is_over = len(after.finished) > len(before.finished)
    return is_over and after.setup.rules.hidden is not None


def _turns(room: Room, viewer: int | None) -> list[str]:
    return [] if room.game is None else list(room.game.observe(_colour(room, viewer)).turns)


def _news(event: Event, before: Game | None, after: Game | None) -> Iterable[Played]:
    """The steps that an event added."""
    assert before is not None
    assert after is not None
    match event.body:
        case Stepped():
            assert after.last_turn is not None
            return after.last_turn.played[-1:]
        case Placed():
            return [one for turn in after.turns[len(before.turns) :] for one in turn.played]
    return ()


def _told(news: Iterable[Played], player: Player | None) -> list[dict[str, Any]]:
    return [
        {"turn": one.number, "player": str(one.player), "text": one.text}
        for played in news
        for one in step_events(played, player)
    ]


# How it stands


class _Look:
    """How a room stands, for one viewer after the other."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def state(self, viewer: int | None) -> dict[str, Any]:
        """All that is true now but the turns, which grow."""
        room = self.room
        state = {**self._public, "you": viewer, "moment": room.moments[_index(viewer)]}
        if room.game is None:
            return state
        player = _colour(room, viewer)
        view = self._open_view(player) if _is_open(room) else _view(room, player)
        return {**state, "view": view, **_own_part(room, room.game, player)}

    def _open_view(self, player: Player | None) -> dict[str, Any]:
        """The board of an open game: all see the same, only who is to move has something to choose."""
        view = {**self._mover_view, "viewer": None if player is None else str(player)}
        return view if view["viewer"] == view["to_move"] else {**view, "legal_steps": []}

    @cached_property
    def _mover_view(self) -> dict[str, Any]:
        assert self.room.game is not None
        return _view(self.room, self.room.game.position.to_move)

    @cached_property
    def _public(self) -> dict[str, Any]:
        """What everybody may know."""
        room = self.room
        return {
            "status": room.status.value,
            "closed_for": None if room.closed_for is None else room.closed_for.value,
            "people": [_person(room, index) for index in (0, 1)],
            "game": room.game_number,
            "offer": _offer(room),
            "may_have_help": room.may_have_help,
            "pace": None if room.setup.stand_in is None else room.pace.value,
            **({"view": None} if room.game is None else _public_part(room, room.game)),
        }


def _person(room: Room, index: int) -> dict[str, Any] | None:
    """What everybody may know of a person; its identity is nobody's business."""
    one = room.people[index]
    if one is None:
        return None
    return {
        "name": room.name(index),
        "is_computer": room.level(index) is not None,
        "colour": None if room.game is None else str(room.player(index)),
        "score": room.score[index],
        "has_placed": room.game is None or room.game.has_placed(room.player(index)),
        "is_ready": index in room.ready,
        "is_gone": index in room.gone,
    }


def _offer(room: Room) -> dict[str, Any] | None:
    offer = room.offer
    if offer is None:
        return None
    return {
        "number": offer.number,
        "person": offer.person,
        "kind": offer.kind.value,
        "turn_number": offer.turn_number,
    }


def _public_part(room: Room, game: Game) -> dict[str, Any]:
    """What everybody may know of a game besides the board."""
    start = game.start
    return {
        "dealt": {"cards": format_deal(start), "starter": str(start.starter), "seed": game.seed},
        "clock": _clock(game),
        "takeback_from": room.takeback_turns[0] if room.takeback_turns else None,
        "suggests_draw": room.suggests_draw,
    }


def _view(room: Room, player: Player | None) -> dict[str, Any]:
    """The board as a viewer may see it."""
    game = room.game
    assert game is not None
    view = observe((), game.position, player, game.outcome).to_json()
    del view["turns"]
    if room.status is not Status.PLAYING:
        view["legal_steps"] = []  # an aborted game has no result, and no next step
    return view


def _own_part(room: Room, game: Game, player: Player | None) -> dict[str, Any]:
    """What a viewer may do besides, and has said."""
    may_place = room.status is Status.PLAYING and player is not None
    return {
        "placements": [str(step) for step in game.placements(player)]
        if may_place and player is not None
        else [],
        "placed_aside": None if player is None or (step := game.placed_aside(player)) is None else str(step),
        "coaching": _coaching(room, game, player) if room.setup.format is Format.COACHING else None,
    }


def _clock(game: Game) -> dict[str, Any] | None:
    """What the faces showed at a time, and which one runs since."""
    clock = game.clock
    if clock is None:
        return None
    return {
        "red_ms": clock.left_ms[Player.RED],
        "blue_ms": clock.left_ms[Player.BLUE],
        "running": None if clock.running is None else str(clock.running),
        "at_ms": clock.at_ms,
    }


def _coaching(room: Room, game: Game, player: Player | None) -> dict[str, Any]:
    """What is proposed, as far as the viewer may know it, and what each side would threaten (R81)."""
    talk = CoachingRound(game)
    if room.proposal is not None:
        talk.propose(room.proposal)
    proposal = talk.proposal(player)
    return {
        "proposal": None if proposal is None else str(proposal),
        "threats": [str(threat) for threat in talk.threats(player)],
    }
