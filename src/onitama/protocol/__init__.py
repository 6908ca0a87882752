"""The two protocols by which programs use an engine: parsing and serving, without any I/O of their own but `serve`.

commands, session, tasks             the line protocol: what is said, the conversation, what runs beside it
queries, answers, json_session       the JSON-lines protocol: what is asked, what is answered, the conversation
starts, setup, search, clocks        what both share: positions, settings, a search that can be stopped, time
serving                              a conversation over text streams
codingame                            a conversation with another kind of partner: CodinGame's referee

`docs/reference/protocol.md` describes both field by field. What drives an engine that speaks the line protocol is
`onitama.engine.external`.
"""

from onitama.protocol.clocks import think_ms
from onitama.protocol.codingame import codingame_answers
from onitama.protocol.commands import Command, parse_command
from onitama.protocol.json_session import JsonSession
from onitama.protocol.queries import BadQuery, Request, parse_query
from onitama.protocol.serving import LineWriter, Session, serve
from onitama.protocol.session import LineSession
from onitama.protocol.setup import MakeThinker, Setup, Thinker

__all__ = [
    "BadQuery",
    "Command",
    "JsonSession",
    "LineSession",
    "LineWriter",
    "MakeThinker",
    "Request",
    "Session",
    "Setup",
    "Thinker",
    "codingame_answers",
    "parse_command",
    "parse_query",
    "serve",
    "think_ms",
]
