"""The mirror match (house rule): two games with one deal, the colours change over (R80)."""

from onitama.clock import Clock
from onitama.deal import deal
from onitama.errors import InvalidDeal
from onitama.game import Game
from onitama.player import Player
from onitama.rules import Phase, Position, Rules, preset

__all__ = ["MirrorMatch"]


class MirrorMatch:
    """Two games from one start position, between two people.

    The first person has Red in the first game, Blue in the second. Cards, places and the colour that starts are the
    same in both, so each person gets the other's hand, and the other one starts. In hidden games ninjas are placed
    anew. People are told apart by their index, 0 or 1, as their names may be the same.

    >>> match = MirrorMatch.deal("base", seed=7, people=("Anna", "Ben"))
    >>> match.games[0].names, match.games[1].names
    (('Anna', 'Ben'), ('Ben', 'Anna'))
    >>> match.games[0].resign(Player.BLUE)
    >>> match.games[1].offer_draw(Player.RED)
    >>> match.games[1].accept(Player.BLUE)
    >>> match.points, match.is_over, match.winner
    ((1.5, 0.5), True, 0)

    Args:
        start: the dealt position; in hidden games before any ninja is placed.
        people: their names.
        rules: what it was dealt by, with the deck; the position's rules unless given.
        seed: what it was dealt from.
        clock: a clock that stands still, for each of the games.

    Raises:
        InvalidDeal: if rules and position do not belong together, or ninjas are placed already.
    """

    people: tuple[str, str]
    games: tuple[Game, Game]
    """The first and the second one."""

    def __init__(
        self,
        start: Position,
        *,
        people: tuple[str, str] = ("", ""),
        rules: Rules | None = None,
        seed: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        if start.rules.hidden is not None and (start.phase is not Phase.PLACE or any(start.ninjas_mask)):
            raise InvalidDeal("in a mirror match ninjas are placed anew in each game; here they are placed")
        self.people = people
        first, second = (Game(start, rules=rules, seed=seed, clock=clock) for _ in range(2))
        first.names, second.names = people, (people[1], people[0])
        self.games = first, second

    @classmethod
    def deal(
        cls, rules: Rules | str, seed: int, *, people: tuple[str, str] = ("", ""), clock: Clock | None = None
    ) -> "MirrorMatch":
        """A match with a deal from a seed; see `onitama.deal.deal`."""
        rules = preset(rules) if isinstance(rules, str) else rules
        return cls(deal(rules, seed), people=people, rules=rules, seed=seed, clock=clock)

    def person(self, game: int, player: Player) -> int:
        """Who plays a colour in a game, 0 the first one or 1 the second."""
        return player if game == 0 else player.other

    @property
    def points(self) -> tuple[float, float]:
        """What each person has so far: 1 for a game won, ½ for a draw."""
        points = [0.0, 0.0]
        for number, game in enumerate(self.games):
            if game.outcome is None:
                continue
            for player in Player:
                share = 0.5 if game.outcome.winner is None else float(game.outcome.winner is player)
                points[self.person(number, player)] += share
        return points[0], points[1]

    @property
    def is_over(self) -> bool:
        """Whether both games are over."""
        return all(game.outcome is not None for game in self.games)

    @property
    def winner(self) -> int | None:
        """The person who has won the match; None before it is over and if it is tied."""
        first, second = self.points
        if not self.is_over or first == second:
            return None
        return 0 if first > second else 1
