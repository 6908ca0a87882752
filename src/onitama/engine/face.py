"""`Engine`: one face for all computer players, those of this package and those in other programs."""

import asyncio
import os
import threading
import weakref
from collections.abc import Sequence
from random import Random
from types import TracebackType
from typing import Self

from onitama.engine import greedy, random_player, sensible
from onitama.engine.analysis import Analysis, Limits, OnInfo
from onitama.engine.backend import Backend, SimpleBackend, View
from onitama.engine.hidden import HiddenBackend
from onitama.engine.levels import LevelBackend, check_level
from onitama.engine.native import NativeBackend
from onitama.engine.thinking import Thinking
from onitama.errors import OnitamaError, shown
from onitama.observe import Observation
from onitama.rules import Position, Step

__all__ = ["ENGINE_NAMES", "Engine"]

ENGINE_NAMES = ("random", "greedy", "sensible", "native")
"""The players, the strongest last."""

ONE_SECOND = Limits(seconds=1)
_PONDER = Limits(until_proven=True)
_SIMPLE = {"random": random_player.analyse, "greedy": greedy.analyse, "sensible": sensible.analyse}


class Engine:
    """A computer player.

    In a game with hidden ninjas it gets an `Observation`, what the player to move may know, and nothing else (R70);
    in other games a `Position` or anybody's observation. It thinks about one position at a time.

    The native engine remembers what it has found, so later answers of the same game come sooner and may differ from
    those of a fresh engine; with one thread and a limit of depth or nodes, the same calls after `new_game` give the
    same answers. In hidden games it keeps nothing, like the others: the same view, seed and number of nodes give the
    same step.

    >>> from onitama.deal import deal
    >>> with Engine() as engine:
    ...     analysis = engine.analyse(deal("base", seed=7), Limits(depth=4))
    >>> analysis.best in deal("base", seed=7).legal_steps
    True

    Args:
        name: one of `ENGINE_NAMES`; None for the native engine.
        level: how well the native engine plays, from 1, as in somebody's first game, to `TOP_LEVEL`; None for the top.
            The levels below it do not heed limits: they look ahead as far as they do.
        seed: for what is left to chance; None for any. The native engine leaves nothing to chance but in hidden games,
            and at its lower levels.
        threads: how many threads the native engine searches with.
        hash_mb: the size of the native engine's transposition table, in MiB.
        tablebase: whether the native engine solves the endings of the deal in the background, in 180 MB of memory, 220
            while it does so.
        guesses: whether the native engine takes one guess for the truth in hidden games; honest play is measured by it.

    Raises:
        OnitamaError: for a name that no player has, or a number that is none or out of range.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        level: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        tablebase: bool = True,
        guesses: bool = False,
    ) -> None:
        if type(guesses) is not bool:
            raise OnitamaError(f"guesses is true or false, found {shown(guesses)}")
        if name is not None and name not in ENGINE_NAMES:
            raise OnitamaError(f"there is no engine {shown(name)}; the engines are {', '.join(ENGINE_NAMES)}")
        if seed is not None and type(seed) is not int:
            raise OnitamaError(f"a seed is a whole number, found {shown(seed)}")
        self.seed = Random().getrandbits(64) if seed is None else seed
        native = NativeBackend(threads=threads, hash_mb=hash_mb, tablebase=tablebase)
        in_open_games: Backend = native
        in_hidden_games: Backend = HiddenBackend(seed=self.seed, hash_mb=hash_mb, guesses=guesses)
        if name in _SIMPLE:
            in_open_games = in_hidden_games = SimpleBackend(name, self.seed, _SIMPLE[name])
        if level is not None:
            if name is not None:
                raise OnitamaError(f"a level is for the engine that fits: leave out {name}, or the level")
            levelled = LevelBackend(check_level(level), self.seed, in_open_games, in_hidden_games)
            in_open_games = in_hidden_games = levelled
        self._start(name, in_open_games, in_hidden_games)

    @classmethod
    def open(cls, command: str | Sequence[str], *, timeout: float = 10.0) -> "Engine":
        """A player in another program, which speaks the line protocol (`docs/reference/protocol.md`).

        Args:
            command: the program with its arguments, as a shell would take it or as a list; no shell is used.
            timeout: how many seconds it may take to answer when it is not thinking.

        Raises:
            EngineError: if it does not start, or does not answer as the protocol asks.
            OnitamaError: for a timeout that is not a positive number.
        """
        from onitama.engine.external import ExternalBackend

        engine = cls.__new__(cls)
        engine.seed = 0
        backend = ExternalBackend(command, timeout=timeout)
        engine._start(backend.name, backend, backend)
        return engine

    def _start(self, name: str | None, in_open_games: Backend, in_hidden_games: Backend) -> None:
        self._name = name
        self._open, self._hidden = in_open_games, in_hidden_games
        self._lock = threading.Lock()
        self._thinking: Thinking | None = None
        self._is_pondering = False
        self._is_closed = False
        self._process = os.getpid()
        self._threads: set[Thinking] = set()
        # No thread may be left searching when the interpreter goes away.
        self._finalizer = weakref.finalize(
            self, _tidy_up, self._process, {self._open, self._hidden}, self._threads
        )

    @property
    def name(self) -> str | None:
        """One of `ENGINE_NAMES`, None for the one that fits, or what the other program calls itself."""
        return self._name

    def analyse(
        self,
        view: View,
        limits: Limits = ONE_SECOND,
        *,
        multipv: int = 1,
        on_info: OnInfo | None = None,
    ) -> Analysis:
        """What it would do next, and what it thinks of the position.

        Args:
            view: what the player to move may know.
            limits: when to stop. Only players that search take any time to speak of.
            multipv: how many different turns to find lines for.
            on_info: told whenever the search has found more; called in the thread that thinks.

        Raises:
            OnitamaError: if the game is over, if the view is not that of the player to move or shows what is hidden,
                if this player does not play such games, if it is thinking already, or if it is closed or belongs to
                the process that this one is a fork of. What `on_info` raises ends the search and comes out here.
        """
        thinking = self._prepare(view, limits, multipv, on_info)
        try:
            thinking.start()
            return thinking.wait()
        except BaseException:
            self._halt(thinking)
            thinking.join()
            raise
        finally:
            self._end(thinking)

    def play(self, view: View, limits: Limits = ONE_SECOND) -> Step:
        """The next step; a turn may take several, and an engine is asked for each. See `analyse`."""
        return self.analyse(view, limits).best

    async def analyse_async(
        self,
        view: View,
        limits: Limits = ONE_SECOND,
        *,
        multipv: int = 1,
        on_info: OnInfo | None = None,
    ) -> Analysis:
        """As `analyse`, while the event loop runs on.

        Cancelling it stops the search; `on_info` is called in the loop.
        """
        loop, raised = asyncio.get_running_loop(), list[Exception]()

        def tell(analysis: Analysis) -> None:
            try:
                if on_info is not None and not raised:
                    on_info(analysis)
            except Exception as error:
                raised.append(error)
                self._halt(thinking)

        def told(analysis: Analysis) -> None:
            loop.call_soon_threadsafe(tell, analysis)

        if (pondering := self._halted_pondering()) is not None:
            await pondering.join_async()
        thinking = self._prepare(view, limits, multipv, on_info and told)
        try:
            thinking.start()
            analysis = await thinking.wait_async()
        except asyncio.CancelledError:
            self._halt(thinking)
            await thinking.join_async()
            raise
        except BaseException:
            self._halt(thinking)
            thinking.join()
            raise
        finally:
            self._end(thinking)
        if raised:
            raise raised[0]
        return analysis

    async def play_async(self, view: View, limits: Limits = ONE_SECOND) -> Step:
        """As `play`, while the event loop runs on."""
        return (await self.analyse_async(view, limits)).best

    def stop(self) -> None:
        """Make the running analysis, or the pondering, end at once with what it has found; from any thread."""
        thinking = self._thinking
        if thinking is not None:
            self._halt(thinking)

    def ponder(self, view: View) -> None:
        """Think in the background, as long as nothing else is asked, about what the opponent is looking at.

        What is found makes the next `analyse` of the game quicker. Players that do not search do nothing.

        Args:
            view: the position before the opponent's turn, or the one that is expected after it.
        """
        self._prepare(view, _PONDER, 1, None, is_pondering=True).start()

    def new_game(self) -> None:
        """Forget everything about earlier positions.

        Raises:
            OnitamaError: if it is thinking.
        """
        self._check_usable()
        self._stop_pondering()
        with self._lock:
            self._check_free()
            for backend in {self._open, self._hidden}:
                backend.new_game()

    def close(self) -> None:
        """Stop thinking and give back memory, threads and programs. The engine cannot be used any more."""
        with self._lock:
            self._is_closed = True
        if self._finalizer.detach() is not None:
            _close_all(self._process, {self._open, self._hidden}, self._threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine({self._name!r}, seed={self.seed})"

    def _prepare(
        self, view: View, limits: Limits, multipv: int, on_info: OnInfo | None, *, is_pondering: bool = False
    ) -> Thinking:
        if type(multipv) is not int or multipv < 1:
            raise OnitamaError(f"multipv is a whole number from 1, found {shown(multipv)}")
        if not isinstance(limits, Limits):
            raise OnitamaError(f"an engine needs Limits, found {shown(limits)}")
        view = _checked(view)
        backend = self._open if view.rules.hidden is None else self._hidden
        self._check_usable()
        self._stop_pondering()
        with self._lock:
            self._check_free()
            backend.arm()
            self._thinking = Thinking(lambda: backend.analyse(view, limits, multipv=multipv, on_info=on_info))
            self._is_pondering = is_pondering
            self._threads.clear()  # the one before has ended
            self._threads.add(self._thinking)
            return self._thinking

    def _check_usable(self) -> None:
        if self._is_closed:
            raise OnitamaError("this engine is closed")
        if self._process != os.getpid():  # a fork has none of its threads
            raise OnitamaError("this engine belongs to the process that made it; make another one here")

    def _check_free(self) -> None:
        self._check_usable()
        if self._thinking is not None and not self._thinking.has_ended:
            raise OnitamaError(
                "this engine is thinking already; one engine thinks about one position at a time"
            )

    def _stop_pondering(self) -> None:
        if (thinking := self._halted_pondering()) is not None:
            thinking.join()
            self._end(thinking)

    def _halted_pondering(self) -> Thinking | None:
        """What is pondered about, told to stop."""
        thinking = self._thinking if self._is_pondering and self._process == os.getpid() else None
        if thinking is not None:
            self._halt(thinking)
        return thinking

    def _halt(self, thinking: Thinking) -> None:
        """Stop this one, and none that has come after it."""
        with self._lock:
            if self._thinking is thinking:
                self._open.stop()
                self._hidden.stop()

    def _end(self, thinking: Thinking) -> None:
        """Make room for the next one; not if waiting for the end was interrupted as well."""
        with self._lock:
            if self._thinking is thinking and thinking.has_ended:
                self._threads.discard(thinking)
                self._thinking, self._is_pondering = None, False


def _tidy_up(process: int, backends: set[Backend], threads: set[Thinking]) -> None:
    """Close an engine that was forgotten.

    Garbage is collected in any thread, in the middle of anything; one of the engine's own threads may hold a lock or
    be what is waited for. Only the main thread is certain not to be one of those.
    """
    if threading.current_thread() is threading.main_thread():
        _close_all(process, backends, threads)
    else:
        threading.Thread(target=_close_all, args=(process, backends, threads)).start()


def _close_all(process: int, backends: set[Backend], threads: set[Thinking]) -> None:
    if process != os.getpid():  # in a fork: what there is to close is not its own
        return
    for backend in backends:
        backend.stop()
    for thinking in tuple(threads):
        thinking.join()
    for backend in backends:
        backend.close()


def _checked(view: View) -> View:
    """The view that a player gets: a position if nothing is hidden, else the observation of the one to move."""
    if not isinstance(view, Position | Observation):
        raise OnitamaError(f"an engine needs a Position or an Observation, found {type(view).__name__}")
    if view.outcome is not None:
        winner = view.outcome.winner
        result = "a draw" if winner is None else f"{winner} won"
        raise OnitamaError(f"the game is over: {result} by {view.outcome.by}")
    if view.rules.hidden is None:
        return view if isinstance(view, Position) else view.position()
    if isinstance(view, Position):
        raise OnitamaError(
            "a position shows the hidden ninjas; give the engine what a player may know, an Observation"
        )
    if view.viewer is not view.to_move:
        viewer = "a spectator" if view.viewer is None else str(view.viewer)
        raise OnitamaError(f"{view.to_move} is to move, so the engine needs its view, found that of {viewer}")
    return view
