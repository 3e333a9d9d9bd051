"""A chouette: more than two play at one board, one in the box against a crew that a captain plays for.

Every member of the crew plays against the box for a cube of their own. The game on the board is an ordinary one between
the box and the captain; a chouette is what ties such games together: who sits where, what each plays for, who is out,
who owes whom, and who moves up in line.

Sources: Kit Woolsey's regulations for FIBS (bkgm.com/rgb, 1087); the rules of clubs of Cambridge
(cambridgebackgammon.org), Los Angeles (bgonline.org, 141034), Boston (bgonline.org, 201931) and Colorado
(coloradobackgammon.com); E. Friedman's. They agree but for what `ChouetteTerms` leaves to be agreed on.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.board import Side
from engine.errors import InvalidChouette
from engine.i18n import phrase
from engine.match.cube import Cube, Progression
from engine.match.match import Result
from engine.match.terms import USUAL_TERMS, BeaverPass, Terms

FEWEST, MOST = 2, 10
"""So many play a chouette: two while others are away."""
GRADES = {"single": 1, "gammon": 2, "backgammon": 3}
"""What a win counts before the cube, where a cube that nobody turned may have cut it."""


class KeepsBox(Enum):
    """What keeps a player in the box: to have beaten who began as captain, or the game as a whole without a loss."""

    CAPTAIN = "captain"
    GAME = "game"


class Advice(Enum):
    """Who of the crew may advise the captain: those whose cube is turned, all that are in the game, or nobody."""

    TURNED = "turned"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ChouetteTerms:
    """What is agreed on for a chouette besides the terms of its games.

    `captain_stays`: who passes as captain goes on playing for the others; else the next in line who is in takes over.
    `extras`: who passed the box's double may give one who took it the former stake, to play for the cube against them.
    """

    keeps_box: KeepsBox = KeepsBox.CAPTAIN
    advice: Advice = Advice.TURNED
    captain_stays: bool = False
    extras: bool = False


USUAL = ChouetteTerms()
"""What holds where nothing else is agreed on."""


class ChouetteAct(Enum):
    """What can be done in a chouette beside the board."""

    DOUBLE = "double"
    BOX_DOUBLES = "box_doubles"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    SETTLE = "settle"
    EXTRA = "extra"
    SET_CUBE = "set_cube"
    JOIN = "join"
    LEAVE = "leave"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ChouetteDeed:
    """Something done in a chouette: the act, the member of the crew whose cube it is about, and what it needs.

    `against` is who gives an extra, else nobody; `points` what the member is paid when two settle (negative: pays);
    `value` and `owner` are the cube as it stands.
    """

    act: ChouetteAct
    player: str
    against: str = ""
    points: int = 0
    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class CrewStake:
    """What a player of the crew's side plays for against one of the box's: a cube of their own.

    `points` are what the player has won, negative where they lost; None while that is open. `price` was paid to the
    player for an extra. `beavered`: the last double was, and nobody has thrown since. `passed`: a double was passed.
    """

    player: str
    against: str
    cube: Cube
    points: int | None = None
    price: int = 0
    beavered: bool = False
    passed: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still played for."""
        return self.points is None

    @property
    def worth(self) -> int:
        """What the player has won by it so far."""
        return (self.points or 0) + self.price


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has won so far, negative where they lost."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Chouette:
    """Where a chouette stands.

    `line` are the players in order: the box, the captain, then who follows. `scores` are those of everybody who has
    played, also of who has left. `box_side` is where the box sits. While a game is on, `stakes` are what is played
    for, and `captains` who has been captain in it, the present one last. `last` are the stakes of the game
    before, and `before` is how it all stood when that ended, should its end be taken back; `previous` how it stood
    before the last deed, which is `fresh` while nothing has happened on the board since. `games` are over; `since`
    is the number of the match with which the chouette began.

    >>> trio = chouette_of(("Anna", "Ben", "Cleo")).begun(Cube())
    >>> trio = trio.after(ChouetteDeed(ChouetteAct.BOX_DOUBLES, "Cleo")).after(ChouetteDeed(ChouetteAct.PASS, "Cleo"))
    >>> trio = trio.finished(Side.BLACK, 2)
    >>> trio.line, [each.points for each in trio.scores]
    (('Ben', 'Cleo', 'Anna'), [-1, 2, -1])
    """

    line: tuple[str, ...]
    scores: tuple[Standing, ...]
    terms: Terms = USUAL_TERMS
    agreed: ChouetteTerms = USUAL
    box_side: Side = Side.WHITE
    stakes: tuple[CrewStake, ...] = ()
    captains: tuple[str, ...] = ()
    last: tuple[CrewStake, ...] = ()
    games: int = 0
    since: int = 0
    before: "Chouette | None" = field(default=None, compare=False, repr=False)
    previous: "Chouette | None" = field(default=None, compare=False, repr=False)
    fresh: bool = field(default=False, compare=False, repr=False)

    @property
    def box(self) -> str:
        """Who plays alone."""
        return self.line[0]

    @property
    def captain(self) -> str:
        """Who plays for the crew."""
        return self.captains[-1] if self.captains else self.line[1]

    @property
    def is_on(self) -> bool:
        """Whether a game is played."""
        return bool(self.stakes)

    @property
    def is_deed_last(self) -> bool:
        """Whether what was done last in the game was a deed beside the board, which can be taken back."""
        return self.is_on and self.fresh and self.previous is not None

    @property
    def open(self) -> tuple[CrewStake, ...]:
        """What is still played for."""
        return tuple(stake for stake in self.stakes if stake.is_open)

    @property
    def advisers(self) -> tuple[str, ...]:
        """Who may advise the captain now; a captain whose own cube is not turned may ask, and not say first."""
        if self.agreed.advice is Advice.NEVER:
            return ()
        turned = self.agreed.advice is Advice.TURNED
        told = (each.player for each in self.open if each.cube.is_turned or not turned)
        return tuple(dict.fromkeys(player for player in told if player != self.captain))

    def at(self, side: Side) -> str:
        """Who plays on a side of the board."""
        return self.box if side is self.box_side else self.captain

    def stake_of(self, player: str, against: str = "") -> CrewStake | None:
        """What a member plays for against the box, or against who gave them an extra."""
        against = against or (self.stakes[0].against if self.stakes else "")
        return next((each for each in self.stakes if (each.player, each.against) == (player, against)), None)

    def begun(self, cube: Cube) -> "Chouette":
        """A game begins; everybody in line plays in it, each for a cube that stands so.

        Where one is on that is not over, what is decided in it is paid; the rest may be told late.
        """
        box, *crew = self.line
        stakes = tuple(CrewStake(member, box, cube) for member in crew)
        unfinished = replace(self, before=None, previous=None) if self.is_on else None
        scores = self._scored(each for each in self.stakes if not each.is_open)
        return replace(
            self, stakes=stakes, scores=scores, captains=(crew[0],), before=unfinished, previous=None
        )

    def end_taken_back(self, before: "Chouette") -> "Chouette":
        """The game goes on as it stood before its end; who has come since stays, who has left does if they are out."""
        gone = tuple(ChouetteDeed(ChouetteAct.LEAVE, each) for each in before.line if each not in self.line)
        come = tuple(ChouetteDeed(ChouetteAct.JOIN, each) for each in self.line if each not in before.line)
        for deed in (*gone, *come):
            with suppress(InvalidChouette):
                before = before._after(deed)
        return before

    def with_captains_cube(self, cube: Cube, *, beavered: bool = False) -> "Chouette":
        """The cube on the board, which is the captain's, stands so."""
        stake = self.stake_of(self.captain)
        if stake is None or not stake.is_open or (stake.cube, stake.beavered) == (cube, beavered):
            return self
        stands = self._with(replace(stake, cube=cube, beavered=beavered))
        if self.previous is not None and self.previous.captain != self.captain:
            # How the cube stood under the captain before is not what it has become on the board.
            return replace(stands, previous=None)
        return stands

    def with_all_at(self, value: int) -> "Chouette":
        """A tie at the opening has turned every cube to a value."""
        stakes = tuple(replace(each, cube=replace(each.cube, value=value)) for each in self.stakes)
        return replace(self, stakes=stakes)

    def thrown(self) -> "Chouette":
        """Somebody has thrown: a beaver is not answered any more."""
        if not any(each.beavered for each in self.stakes):
            return self
        return replace(self, stakes=tuple(replace(each, beavered=False) for each in self.stakes))

    def after(self, deed: ChouetteDeed) -> "Chouette":
        """The chouette after a deed. Raises InvalidChouette, with a sentence, where it cannot be done."""
        if deed.act is ChouetteAct.UNDO:
            if self.previous is None:
                raise InvalidChouette(phrase("There is nothing to be taken back in this game."))
            return replace(self.previous, fresh=self.fresh and self.previous.fresh)
        return replace(self._after(deed), previous=self, fresh=True)

    def _after(self, deed: ChouetteDeed) -> "Chouette":
        match deed.act:
            case ChouetteAct.JOIN:
                return self._joined(deed.player)
            case ChouetteAct.LEAVE:
                return self._left(deed.player)
            case ChouetteAct.EXTRA:
                return self._given(deed.player, deed.against)
        stake = self.stake_of(deed.player, deed.against)
        if stake is None or not stake.is_open:
            raise InvalidChouette(phrase("{name} is not in this game.", name=deed.player))
        match deed.act:
            case ChouetteAct.SETTLE:
                return self._closed(stake, deed.points)
            case ChouetteAct.SET_CUBE:
                cube = replace(stake.cube, value=deed.value, owner=deed.owner, offered_by=None)
                return self._with(replace(stake, cube=cube, beavered=False))
            case ChouetteAct.DOUBLE | ChouetteAct.BOX_DOUBLES:
                return self._offered(stake, boxed=deed.act is ChouetteAct.BOX_DOUBLES)
            case _:
                return self._answered(stake, deed.act)

    def passed_on_board(self) -> "Chouette":
        """The double, or the beaver, on the board is passed: the captain's stake is decided."""
        stake = self.stake_of(self.captain)
        assert stake is not None
        return self._passed(stake) if stake.is_open else self

    def finished(self, winner: Side | None, grade: int) -> "Chouette":
        """The game on the board is over: what was open is settled, the line moves up; a draw (None) pays nobody."""
        won = None if winner is None else winner is not self.box_side
        stakes = tuple(
            replace(each, points=self._points(each, won, grade), cube=replace(each.cube, offered_by=None))
            if each.is_open
            else each
            for each in self.stakes
        )
        settled = replace(self, stakes=stakes)
        line, flipped = _moved_up(settled, winner)
        return replace(
            self,
            line=line,
            scores=settled._scored(stakes),
            box_side=self.box_side.other if flipped else self.box_side,
            stakes=(),
            captains=(),
            last=stakes,
            games=self.games + 1,
            before=self,
            previous=None,
        )

    def told_late(self, result: Result, cube: Cube, grade: int = 1) -> "Chouette":
        """How the game before ended is told when the next one is on, or over: it is paid, the line stays as it is.

        That cannot be taken back, nor what was done before. `grade` is what was given up, as `grade_of` has it.
        """
        game = self if self.is_on else self.before
        if game is None or game.before is None or not game.before.is_on:
            return self
        paid = game.before.with_captains_cube(cube)
        paid = paid.finished(result.winner, grade_of(result, cube, self.terms, grade))
        stakes = zip(paid.last, game.before.stakes, strict=True)
        late = tuple(each for each, was in stakes if was.is_open)
        told = replace(
            game,
            scores=game._scored(late),
            last=paid.last,
            games=game.games + 1,
            before=None,
            previous=None,
        )
        if self.is_on:
            return told
        return replace(self, scores=self._scored(late), games=self.games + 1, before=told)

    def _points(self, stake: CrewStake, won: bool | None, grade: int) -> int:
        if won is None:
            return 0
        cut = self.terms.jacoby and stake.cube.in_play and not stake.cube.is_turned
        return (1 if won else -1) * stake.cube.value * (1 if cut else grade)

    def _scored(self, stakes: Iterable[CrewStake]) -> tuple[Standing, ...]:
        points = {each.player: each.points for each in self.scores}
        for stake in stakes:
            points[stake.player] += stake.worth
            points[stake.against] -= stake.worth
        return tuple(Standing(player, won) for player, won in points.items())

    def _with(self, stake: CrewStake) -> "Chouette":
        """The chouette with a stake as it is now."""
        key = (stake.player, stake.against)
        stakes = tuple(stake if (each.player, each.against) == key else each for each in self.stakes)
        return replace(self, stakes=stakes)

    def _closed(self, stake: CrewStake, points: int, *, passed: bool = False) -> "Chouette":
        """A stake is decided; where it was the captain's, the next one who is in takes over."""
        cube = replace(stake.cube, offered_by=None)
        closed = self._with(replace(stake, points=points, cube=cube, beavered=False, passed=passed))
        if self.agreed.captain_stays or any(each.player == self.captain for each in closed.open):
            return closed
        crew = self.line[1:]
        here = crew.index(self.captain) if self.captain in crew else 0
        still_in = {each.player for each in closed.open}
        following = next((each for each in (*crew[here:], *crew[:here]) if each in still_in), None)
        return closed if following is None else replace(closed, captains=(*self.captains, following))

    def _offered(self, stake: CrewStake, *, boxed: bool) -> "Chouette":
        side = self.box_side if boxed else self.box_side.other
        who = stake.against if boxed else stake.player
        if not stake.cube.in_play:
            raise InvalidChouette(phrase("This game is played without the cube."))
        if stake.cube.offered_by is not None:
            raise InvalidChouette(phrase("The cube of {name} is on offer already.", name=stake.player))
        if not stake.cube.may_double(side):
            raise InvalidChouette(phrase("{name} does not have the cube.", name=who))
        return self._with(replace(stake, cube=stake.cube.offered(side), beavered=False))

    def _answered(self, stake: CrewStake, act: ChouetteAct) -> "Chouette":
        cube, terms = stake.cube, self.terms
        if stake.beavered and cube.offered_by is None:
            if act is ChouetteAct.RACCOON and terms.raccoon:
                return self._with(replace(stake, cube=cube.raised(), beavered=False))
            if act is ChouetteAct.PASS and terms.beaver_pass is BeaverPass.ALLOWED:
                return self._passed(stake)
        if cube.offered_by is None:
            raise InvalidChouette(phrase("Nobody has doubled {name}'s cube.", name=stake.player))
        match act:
            case ChouetteAct.TAKE:
                return self._with(replace(stake, cube=cube.taken()))
            case ChouetteAct.PASS:
                return self._passed(stake)
            case ChouetteAct.BEAVER if terms.beaver:
                return self._with(replace(stake, cube=cube.beavered(), beavered=True))
        raise InvalidChouette(phrase("That was not agreed on."))

    def _passed(self, stake: CrewStake) -> "Chouette":
        """The double on offer is passed, at what the cube stood at; or the beaver, at what it stood at before that."""
        cube = stake.cube
        winner = cube.offered_by or cube.owner
        value = cube.value if cube.offered_by is not None else _before(cube)
        points = value if winner is not self.box_side else -value
        return self._closed(stake, points, passed=True)

    def _given(self, player: str, giver: str) -> "Chouette":
        taken, dropped = self.stake_of(player), self.stake_of(giver)
        if not self.agreed.extras:
            raise InvalidChouette(phrase("That was not agreed on."))
        if taken is None or not taken.is_open or taken.cube.owner is not self.box_side.other:
            raise InvalidChouette(phrase("{name} has not taken a double of the box.", name=player))
        if dropped is None or not dropped.passed or dropped.worth >= 0 or self.stake_of(player, giver):
            raise InvalidChouette(
                phrase("Only who has passed the box's double gives an extra, and one.", name=giver)
            )
        extra = CrewStake(player, giver, replace(taken.cube, offered_by=None), price=_before(taken.cube))
        return replace(self, stakes=(*self.stakes, extra))

    def _joined(self, name: str) -> "Chouette":
        """Somebody joins: at the end of the line as it stands now, for the next game."""
        if not name or name in self.line:
            raise InvalidChouette(phrase("Everybody in a chouette needs a name of their own."))
        if len(self.line) >= MOST:
            raise InvalidChouette(phrase("At most {count} play a chouette: begin a second one.", count=MOST))
        known = {each.player for each in self.scores}
        scores = self.scores if name in known else (*self.scores, Standing(name, 0))
        return replace(self, line=(*self.line, name), scores=scores)

    def _left(self, name: str) -> "Chouette":
        """Somebody leaves, who is not in the game, or has settled; their score stays."""
        if name not in self.line:
            raise InvalidChouette(phrase("{name} is not in this chouette.", name=name))
        if len(self.line) <= FEWEST:
            raise InvalidChouette(phrase("Two are needed: end the chouette instead."))
        if any(name in (each.player, each.against) for each in self.open):
            raise InvalidChouette(phrase("{name} is still in this game: settle it first.", name=name))
        return replace(self, line=tuple(each for each in self.line if each != name))


def chouette_of(
    players: tuple[str, ...],
    terms: Terms = USUAL_TERMS,
    agreed: ChouetteTerms = USUAL,
    box_side: Side = Side.WHITE,
) -> Chouette:
    """A chouette that begins: players in order, the first in the box, the second captain. Raises InvalidChouette."""
    if len(set(players)) < len(players) or not all(players):
        raise InvalidChouette(phrase("Everybody in a chouette needs a name of their own."))
    if not FEWEST < len(players) <= MOST:
        raise InvalidChouette(
            phrase("A chouette is begun by {fewest} to {most} players.", fewest=FEWEST + 1, most=MOST)
        )
    scores = tuple(Standing(player, 0) for player in players)
    return Chouette(players, scores, terms, agreed, box_side)


def grade_of(result: Result, cube: Cube, terms: Terms, given_up: int = 1) -> int:
    """What the game on the board counts before the cube; a cube there that nobody turned cuts no other's.

    `given_up` is what the loser gave up where the game was not played out: 1, 2 or 3 times the cube.
    """
    if terms.jacoby and cube.in_play and not cube.is_turned:
        return GRADES.get(result.how, given_up)
    return max(1, result.points // cube.value)


def _before(cube: Cube) -> int:
    """What the stake was before it was raised last."""
    return cube.value // 2 if cube.progression is Progression.DOUBLING else cube.value - 1


def _moved_up(chouette: Chouette, winner: Side | None) -> tuple[tuple[str, ...], bool]:
    """The line for the next game, and whether the box goes to the other side of the board.

    Who loses as captain goes to the end; where the box is lost, who won it as captain takes it, and the former box
    goes behind all. Where the game as a whole counts, who won it but paid more than they got loses the box, too.
    """
    line, box = chouette.line, chouette.box
    won = {each.player: each.worth for each in chouette.stakes if each.against == box}
    captains = dict.fromkeys(chouette.captains)
    if chouette.agreed.keeps_box is KeepsBox.CAPTAIN:
        first = chouette.captains[0]
        points = won[first] or (0 if winner in (None, chouette.box_side) else 1)
        beaten, following = points > 0, first
        losers: tuple[str, ...] = () if beaten or winner is None else (first,)
    else:
        beaten = winner is chouette.box_side.other
        following = chouette.captain
        losers = tuple(each for each in captains if won[each] < 0 and not (beaten and each == following))
        if not beaten and sum(won.values()) > 0:
            others = [each for each in line[1:] if each not in losers]
            return (*others, *(each for each in losers if each in line), box), False
    losers = tuple(each for each in losers if each in line)
    others = [each for each in line[1:] if each not in losers and (not beaten or each != following)]
    if not beaten:
        return (box, *others, *losers), False
    if following not in line:
        return (*others, *losers, box), True
    return (following, *others, *losers, box), True
