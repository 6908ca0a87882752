"""The answers of the JSON-lines protocol, as plain data; `docs/reference/protocol.md` has every field."""

from importlib.metadata import version
from typing import Any

from onitama.engine.analysis import Analysis, Line, proven
from onitama.engine.info_text import whole_turns
from onitama.notation import format_position, format_turn
from onitama.protocol.queries import Analyse, BadQuery, Request, Terminate, TerminateAll
from onitama.protocol.search import Search
from onitama.rules import Position

__all__ = [
    "analysis_answer",
    "error_answer",
    "over_answer",
    "request_answer",
    "terminated_answer",
    "warnings",
]

PROTOCOL_VERSION = 1


def error_answer(error: BadQuery) -> dict[str, Any]:
    """That a query cannot be answered."""
    return {"id": error.query_id, "error": str(error), "field": error.field}


def warnings(request: Request) -> list[dict[str, Any]]:
    """One answer for each key that means nothing; the query is answered all the same."""
    return [
        {"id": request.id, "warning": "a key without meaning here", "field": key}
        for key in request.unknown_keys
    ]


def request_answer(request: Request) -> dict[str, Any]:
    """The answer to everything but an analysis."""
    match request:
        case Terminate():
            return {"id": request.id, "action": "terminate", "terminate_id": request.terminate_id}
        case TerminateAll():
            return {"id": request.id, "action": "terminate_all"}
    return {
        "id": request.id,
        "action": "query_version",
        "name": "onitama",
        "version": version("onitama"),
        "protocol": PROTOCOL_VERSION,
    }


def terminated_answer(query: Analyse, turns: int) -> dict[str, Any]:
    """That an analysis was ended before it had begun."""
    return {"id": query.id, "after_turns": turns, "is_final": True, "is_terminated": True}


def over_answer(query: Analyse, turns: int) -> dict[str, Any]:
    """That there is nothing to analyse, as the game is over."""
    position = query.positions[turns]
    outcome = position.outcome
    assert outcome is not None
    winner = None if outcome.winner is None else str(outcome.winner)
    answer = {"id": query.id, "after_turns": turns, "is_final": True, "is_terminated": False}
    return {**answer, **_position(query, position), "outcome": {"winner": winner, "by": outcome.by.value}}


def analysis_answer(
    query: Analyse, turns: int, search: Search, analysis: Analysis, *, is_final: bool
) -> dict[str, Any]:
    """What an analysis has found, or has found so far."""
    position = query.positions[turns]
    first = search.turns(analysis)[0] if is_final else whole_turns(position, analysis.line)[0]
    answer: dict[str, Any] = {
        "id": query.id,
        "after_turns": turns,
        "is_final": is_final,
        "is_terminated": is_final and search.is_stopped,
        **_position(query, position),
        "best": format_turn(first),
        "score": analysis.score,
        "proven": analysis.proven,
        "plies_to_end": analysis.plies_to_end,
        "depth": analysis.depth,
        "seldepth": analysis.seldepth,
        "nodes": analysis.nodes,
        "nodes_per_second": analysis.nodes_per_second,
        "seconds": round(analysis.seconds, 6),
        "tt_permille": analysis.tt_permille,
        "table_hits": analysis.table_hits,
        "endings": analysis.endings,
    }
    if query.include_lines:
        lines = [_line(line, position) for line in analysis.lines]
        lines[0]["proven"] = analysis.proven
        answer["lines"] = lines
    return answer


def _position(query: Analyse, position: Position) -> dict[str, Any]:
    told: dict[str, Any] = {"to_move": str(position.to_move)}
    if query.include_position:
        told["position"] = format_position(position)
    return told


def _line(line: Line, position: Position) -> dict[str, Any]:
    return {
        "score": line.score,
        "proven": proven(line.score),
        "plies_to_end": line.plies_to_end,
        "turns": [format_turn(turn) for turn in whole_turns(position, line.steps)],
    }
