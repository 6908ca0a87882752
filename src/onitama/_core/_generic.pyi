"""The native core; onitama.engine and onitama.rules are its face."""

from collections.abc import Callable, Sequence


def cpu_has_v3() -> bool:
    """Whether this computer can run the build for x86-64-v3."""

class Cards:
    """The cards that positions may name."""

    def __init__(self, cards: Sequence[tuple[str, int, int, int, bool]]) -> None:
        """
        Each card as (slug, student, master, spirit, is_wind); the grids are 25-bit pictures seen by the owner.
        """

class Game:
    """A game from a position on, with all that each viewer may know of it."""

    def __init__(self, cards: Cards, position: str) -> None:
        """
        Begin at a position string; a ValueError says what is wrong with which field.
        """

    def copy(self) -> Game:
        """The same game, to be played on by itself."""

    @property
    def position(self) -> str:
        """The position string; it shows hidden ninjas."""

    @property
    def legal_steps(self) -> list[str]:
        """The texts of all legal steps; none once the game is won."""

    @property
    def outcome(self) -> tuple[str, str] | None:
        """The winner and the Way, such as ('red', 'stone'), or None."""

    def play(self, step: str) -> None:
        """Play a step; a ValueError for one that is not legal."""

    def play_choices(self, choices: Sequence[int]) -> list[tuple[object, ...]]:
        """
        Play steps chosen by numbers from 0 to 65535. Gives for each: the step, the position, the legal steps, the outcome, what Red, Blue and a spectator know, and what they were told of the step.
        """

    def observe(self, viewer: int | None) -> dict[str, object]:
        """
        What a viewer knows: Red (0), Blue (1) or a spectator (None); the turns so far are in `turns`.
        """

    def last_event(self, viewer: int | None) -> str:
        """What a viewer was told of the last step; maybe nothing."""

    def turns(self, viewer: int | None) -> list[str]:
        """The turns so far as a viewer knows them."""

    def perft(self, turns: int, finished: str = 'none') -> int:
        """How many sequences of steps complete exactly that many turns."""

    def perft_divide(self, turns: int, finished: str = 'none') -> dict[str, int]:
        """The same, split by the first step."""

MOST_LINES: int = 64

def arrangement(red_one: int, red_two: int, side: int) -> int:
    """The number of a lie of the five cards."""

def perft(cards: Sequence[tuple[int, int, int, bool]], board: tuple[int, int, int, int, int, int, int, int], turns: int, counts_finished: bool) -> int:
    """The number of sequences of turns from the beginning of a turn."""

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

    def search(self, board: tuple[int, int, int, int, int, int, int, int], time_us: int, depth: int, nodes: int, until_proven: bool, multipv: int, on_info: Callable[[Report], object] | None) -> Report: ...

    def arm(self) -> None:
        """From now on `stop` counts."""

    def stop(self) -> None:
        """End the search; from any thread."""

class Belief:
    """Where ninjas may be, from what one player has been told."""

    def __init__(self, cards: Cards, start: str, viewer: int, evenly: bool) -> None:
        """
        Begin with the position that the record begins with; of the viewer's enemy only the number of ninjas counts. Evenly: all hidden steps are held as likely.
        """

    def copy(self) -> Belief:
        """The same belief, to be told on by itself."""

    def tell(self, turn: str) -> bool:
        """Take in a turn as the viewer was told of it; whether it can be."""

    @property
    def position(self) -> str:
        """The moment reached, with the enemy's ninjas where they may be."""

    def stands(self, player: int) -> list[tuple[int, int]]:
        """
        How a player's ninjas may stand in the eyes of others: pairs of a mask and its weight.
        """

class HiddenReport:
    """What a search of a hidden game has found."""

    @property
    def lines(self) -> list[tuple[str, int, int]]: ...

    @property
    def best(self) -> int: ...

    @property
    def iterations(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def tree_permille(self) -> int: ...

    @property
    def elapsed_us(self) -> int: ...

class HiddenSearcher:
    """The search for games with hidden ninjas."""

    def __init__(self, hash_mb: int) -> None: ...

    def search(self, belief: Belief, time_us: int, iterations: int, turns: int, seed: int, guesses: bool, on_info: Callable[[HiddenReport], object] | None) -> HiddenReport: ...

    def arm(self) -> None:
        """From now on `stop` counts."""

    def stop(self) -> None:
        """End the search; from any thread."""
