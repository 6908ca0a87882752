"""The journal of a match: a file of JSON lines, the match itself first, then each game as it ends.

It only ever grows, so a match that was broken off goes on from it. What was being written when the machine went down is
a torn last line; it is dropped.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TextIO

from onitama.errors import NotationError, OnitamaError
from onitama.match.referee import Forfeit, GameResult
from onitama.match.setup import MatchSetup

__all__ = ["Journal", "read_header"]

_VERSION = 1
_BEGINNING = b'{"onitama_match"'
"""A line that is torn is dropped, but only from a journal."""
_SIDES = ("a", "b")


class Journal:
    """A journal that is open for more games.

    Args:
        path: the file; it is made if there is none.
        setup: the match, which must be the one that an existing file tells of.

    Raises:
        NotationError: if the file is no journal.
        OnitamaError: if it is that of another match, or open already (told on systems with `fcntl`).
        OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path, setup: MatchSetup) -> None:
        self.games: list[GameResult] = []
        """What the file held when it was opened."""
        self.is_torn = False
        """Whether its last line was torn, and dropped."""
        header = {"onitama_match": _VERSION, **setup.to_json()}
        _read(path)  # nothing is made or changed of what is no journal
        self._file: TextIO = path.open("a", encoding="utf-8", newline="\n")
        try:
            _lock(self._file, path)
            self._go_on(header, path)
        except BaseException:
            self._file.close()
            raise

    def _go_on(self, header: Mapping[str, Any], path: Path) -> None:
        """Read what is there; nobody else can have it open now."""
        whole, torn = _read(path)
        lines = _lines(whole, path)
        if lines:
            _check_same(_object(lines[0], path, 1), header, path)
            self.games = _games(lines, path)
        if torn:
            self.is_torn = True
            self._file.truncate(len(whole))
        if not lines:
            self._write(header)

    def add(self, game: GameResult) -> None:
        """Write a game down."""
        self._write(_write_game(game))

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")) + "\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_header(path: Path) -> dict[str, Any] | None:
    """What a journal says of its match, or None if there is no whole first line.

    Raises:
        NotationError: if the file is no journal.
        OSError: if it cannot be read.
    """
    lines = _lines(_read(path)[0], path)
    return _object(lines[0], path, 1) if lines else None


def _lock(file: TextIO, path: Path) -> None:
    """Two matches that write one journal would spoil it. The system gives the lock back when the file is closed."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OnitamaError(f"{path}: another match writes this journal") from None


def _read(path: Path) -> tuple[bytes, bytes]:
    """The whole lines of a file, which need not exist, and what stands behind the last of them."""
    data = path.read_bytes() if path.exists() else b""
    end = data.rfind(b"\n") + 1
    if not end and not (data.startswith(_BEGINNING) or _BEGINNING.startswith(data)):
        raise NotationError(f"{path}: expected the journal of a match, found another file")
    return data[:end], data[end:]


def _lines(whole: bytes, path: Path) -> list[str]:
    try:
        return whole.decode().split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise NotationError(f"{path}: not a text in UTF-8, at byte {error.start}") from None


def _games(lines: list[str], path: Path) -> list[GameResult]:
    games = [_read_game(line, path, at) for at, line in enumerate(lines[1:], 2)]
    known: set[tuple[int, int]] = set()
    for at, game in enumerate(games, 2):
        if (game.pair, game.number) in known:
            raise NotationError(
                f"{path}, line {at}: pair {game.pair}, game {game.number} stands there already"
            )
        known.add((game.pair, game.number))
    return games


def _check_same(found: Mapping[str, Any], expected: Mapping[str, Any], path: Path) -> None:
    for key, value in expected.items():
        if found.get(key) != value:
            raise OnitamaError(
                f"{path} is the journal of another match: {key} is {json.dumps(found.get(key))} there, "
                f"here {json.dumps(value)}"
            )


def _object(line: str, path: Path, at: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError(f"{path}, line {at}: not JSON") from None
    if not isinstance(data, dict):
        raise NotationError(f"{path}, line {at}: expected an object")
    return data


def _write_game(game: GameResult) -> dict[str, Any]:
    forfeit = game.forfeit
    return {
        "pair": game.pair,
        "game": game.number,
        "a": "red" if game.number == 0 else "blue",
        "score": game.half_points / 2,
        "forfeit": forfeit and {"by": _SIDES[forfeit.engine], "reason": forfeit.reason},
        "seconds": [round(seconds, 6) for seconds in game.seconds],
        "longest_seconds": [round(seconds, 6) for seconds in game.longest_s],
        "steps": list(game.steps),
        "record": game.record,
    }


def _read_game(line: str, path: Path, at: int) -> GameResult:
    data = _object(line, path, at)
    try:
        forfeit = data["forfeit"]
        return GameResult(
            pair=int(data["pair"]),
            number=("red", "blue").index(data["a"]),
            half_points=(0.0, 0.5, 1.0).index(data["score"]),
            forfeit=forfeit and Forfeit(_SIDES.index(forfeit["by"]), str(forfeit["reason"])),
            seconds=_two(data["seconds"]),
            longest_s=_two(data["longest_seconds"]),
            steps=_two(data["steps"]),
            record=data["record"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError(f"{path}, line {at}: not a game of a match: {error!r}") from None


def _two(pair: Any) -> tuple[Any, Any]:
    a, b = pair
    return a, b
