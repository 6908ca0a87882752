"""The native core; onitama.engine and onitama.rules are its face."""

from collections.abc import Callable, Sequence

def cpu_has_v3() -> bool:
    """Whether this computer can run the build for x86-64-v3."""

MOST_LINES: int = 64

def arrangement(red_one: int, red_two: int, side: int) -> int:
    """The number of a lie of the five cards."""

class Report:
    """What a search has found."""

    @property
    def lines(self) -> list[tuple[int, list[tuple[int, int, int, int]]]]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def table_hits(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def tt_permille(self) -> int: ...
    @property
    def elapsed_us(self) -> int: ...
    @property
    def is_draw_proven(self) -> bool: ...

class Searcher:
    """The search with its tables."""

    def __init__(self, hash_mb: int, threads: int) -> None: ...
    def set_game(self, cards: Sequence[tuple[int, int, int, bool]], has_spirit: bool) -> None:
        """Five cards as (student, master, spirit, is_wind); forgets all."""

    def start_table(self, threads: int) -> None:
        """Solve the endings in the background."""

    def use_table(self, is_used: bool) -> None:
        """Whether the next search asks the table."""

    def is_table_ready(self) -> bool: ...
    def search(
        self,
        board: tuple[int, int, int, int, int, int, int, int],
        time_us: int,
        depth: int,
        nodes: int,
        until_proven: bool,
        multipv: int,
        on_info: Callable[[Report], object] | None,
    ) -> Report: ...
    def arm(self) -> None:
        """From now on `stop` counts."""

    def stop(self) -> None:
        """End the search; from any thread."""
