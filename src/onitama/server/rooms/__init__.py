"""Rooms: what happens in a game between people and computers, as pure logic.

A room is the fold of its events. Nothing here stores, sends, waits, looks at a clock or draws lots: times and entropy
are arguments. Whoever runs a room does this, again and again::

    decision = decide(room, command, actor, now_ms, entropy)     # or Refused
    store decision.events, then answer the sender
    for one in changes(room, decision.events): send frame(*one, viewer) to each viewer that has one
    room = decision.room; call tick when due(room) has come, and see to wants(room)

refusals    why something is not done
names       names that people give themselves
setup       what is played
events      what can happen, as it is stored
commands    what can be asked for, as it is written in messages
room        everything that is true at one moment
fold        what an event makes of a room
deadlines   what happens by itself, and when
wants       what the computer is to do
decide      what comes of a command, or of time
view        what each viewer is told
"""

from onitama.server.rooms.commands import Command, HelpKind, command_from_json
from onitama.server.rooms.deadlines import due
from onitama.server.rooms.decide import Decision, create, decide, resume, tick, viewer_of
from onitama.server.rooms.events import Answer, ClosedFor, Event, OfferKind
from onitama.server.rooms.fold import VIEWERS, Change, apply, changes, fold
from onitama.server.rooms.names import clean_name
from onitama.server.rooms.refusals import Code, Refused
from onitama.server.rooms.room import Computer, Occupant, Person, Room, Status
from onitama.server.rooms.setup import Format, Setup
from onitama.server.rooms.view import Frames, frame, missed, snapshot
from onitama.server.rooms.wants import ComputerAnswer, ComputerOffer, ComputerStep, Help, Want, wants

__all__ = [
    "VIEWERS",
    "Answer",
    "Change",
    "ClosedFor",
    "Code",
    "Command",
    "Computer",
    "ComputerAnswer",
    "ComputerOffer",
    "ComputerStep",
    "Decision",
    "Event",
    "Format",
    "Frames",
    "Help",
    "HelpKind",
    "Occupant",
    "OfferKind",
    "Person",
    "Refused",
    "Room",
    "Setup",
    "Status",
    "Want",
    "apply",
    "changes",
    "clean_name",
    "command_from_json",
    "create",
    "decide",
    "due",
    "fold",
    "frame",
    "missed",
    "resume",
    "snapshot",
    "tick",
    "viewer_of",
    "wants",
]
