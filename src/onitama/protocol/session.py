"""The line protocol as an engine speaks it: lines go in, lines come out, a search runs beside them."""

from dataclasses import replace
from importlib.metadata import version
from threading import Lock

from onitama.errors import OnitamaError
from onitama.protocol.commands import (
    Bench,
    Command,
    Go,
    Hello,
    IsReady,
    NewGame,
    PonderHit,
    Quit,
    SetOption,
    SetPosition,
    Stop,
    parse_command,
)
from onitama.protocol.setup import OPTIONS, MakeThinker, Setup, Thinker
from onitama.protocol.tasks import NO_TURN, BenchTask, Emit, SearchTask, Task, error_line
from onitama.rules import Position

__all__ = ["LineSession"]


class LineSession:
    """One conversation with the user of an engine.

    Nothing said to it raises, or loses what was said before; what it cannot use is answered by `info error`. One
    thread speaks to it; it answers from that thread and, while a search runs, from another.

    Args:
        make: makes what thinks, with these settings.
        emit: takes what is said, line by line.
        setup: the settings to begin with.
    """

    def __init__(self, make: MakeThinker, emit: Emit, setup: Setup | None = None) -> None:
        self._make = make
        self._emit = emit
        self._setup = Setup() if setup is None else setup
        self._thinker: Thinker | None = None
        self._position: Position | None = None
        self._task: Task | None = None
        self._lock = Lock()

    def handle(self, line: str) -> bool:
        """Take a line; False after the one that ends the conversation."""
        if not line.strip():
            return True
        try:
            command = parse_command(line)
            if isinstance(command, Quit):
                return False
            self._obey(command)
        except OnitamaError as error:
            self.complain(str(error))
            if line.split()[0] == "go" and self._running() is None:
                self._emit(NO_TURN)  # whoever said go waits for a turn
        return True

    def complain(self, message: str) -> None:
        """Say that something cannot be done."""
        self._emit(error_line(message))

    def finish(self) -> None:
        """Nothing more will be said: let a search that has an end of its own come to it."""
        task = self._running()
        if task is not None and task.has_end:
            task.join()

    def close(self) -> None:
        """Stop what runs, and give back what is held."""
        self._stop()
        self._drop_thinker()

    def _obey(self, command: Command) -> None:
        match command:
            case Hello():
                self._greet()
            case IsReady():
                self._ready_thinker()
                self._emit("readyok")
            case Stop():
                self._stop()
            case PonderHit():
                task = self._running()
                if task is None or not task.release():
                    raise OnitamaError("ponderhit: expected after go ponder, found nothing that ponders")
            case _:
                self._obey_idle(command)

    def _obey_idle(self, command: Command) -> None:
        """What would disturb a search."""
        if self._running() is not None:
            raise OnitamaError("a search is running: expected stop, ponderhit, isready or quit")
        match command:
            case SetOption(name, value):
                self._set_option(name, value)
            case NewGame():
                self._ready_thinker().new_game()
            case SetPosition(position):
                self._position = position
            case Go():
                self._go(command)
            case Bench(depth):
                setup = replace(self._setup, threads=1, tablebase=False)
                self._start(BenchTask(lambda: self._make(setup), depth, self._end, self._emit))

    def _greet(self) -> None:
        self._emit(f"id name onitama {version('onitama')}")
        self._emit("id author the onitama project contributors")
        for option in OPTIONS:
            self._emit(option.declaration(self._setup))
        self._emit("uoiok")

    def _set_option(self, name: str, value: str) -> None:
        before, self._setup = self._setup, self._setup.with_option(name, value)
        if not self._setup.thinks_like(before):
            self._drop_thinker()

    def _ready_thinker(self) -> Thinker:
        """The engine; it is made when it is first needed, so that each option has been set."""
        if self._thinker is None:
            self._thinker = self._make(self._setup)
        return self._thinker

    def _drop_thinker(self) -> None:
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def _go(self, go: Go) -> None:
        if self._position is None:
            raise OnitamaError("go: expected a position before it")
        self._start(
            SearchTask(
                self._ready_thinker(),
                self._position,
                go,
                multipv=self._setup.multipv,
                shows_ponder=self._setup.ponder,
                on_end=self._end,
                emit=self._emit,
            )
        )

    def _start(self, task: Task) -> None:
        with self._lock:
            self._task = task
        task.start()

    def _running(self) -> Task | None:
        with self._lock:
            return self._task

    def _end(self) -> None:
        with self._lock:
            self._task = None

    def _stop(self) -> None:
        """Stop what runs and wait until it has answered; when nothing runs the word came late, and means nothing."""
        task = self._running()
        if task is not None:
            task.stop()
            task.join()
