"""A chouette: more than two play at one board, one in the box against a crew that a captain plays for.

Every member of the crew plays against the box for a cube of their own. The game on the board is an ordinary one between
the box and the captain; a chouette is what ties such games together: who sits where, what each plays for, who is out,
who owes whom, and who moves up in line. Who of the crew is a partner in the box for a game shares what the box wins or
loses in it. Where all play for one cube, that is a consultation, several against several.

Sources: Kit Woolsey's regulations for FIBS (bkgm.com/rgb, 1087); the rules of clubs of Cambridge
(cambridgebackgammon.org), Los Angeles (bgonline.org, 141034), Boston (bgonline.org, 201931), Colorado
(coloradobackgammon.com) and Clinton Hill (clintonhillbackgammon.com); backgammontips.org; E. Friedman's. They agree
but for what `ChouetteTerms` leaves to be agreed on.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.board import Side
from engine.errors import InvalidChouette
from engine.i18n import phrase
from engine.match.chouette_terms import (
    USUAL,
    Advice,
    ChouetteAct,
    ChouetteDeed,
    ChouetteTerms,
    CrewStake,
    KeepsBox,
    Standing,
)
from engine.match.cube import Cube, Progression
from engine.match.match import Result
from engine.match.terms import USUAL_TERMS, BeaverPass, Terms

FEWEST, MOST = 2, 10
"""So many play a chouette: two while others are away."""
_OF_A_PLAYER = (ChouetteAct.PARTNER, ChouetteAct.SETTLE)
"""What everybody does for themselves, also where all play for one cube."""
GRADES = {"single": 1, "gammon": 2, "backgammon": 3}
"""What a win counts before the cube, where a cube that nobody turned may have cut it."""


@dataclass(frozen=True, slots=True)
class Chouette:
    """Where a chouette stands.

    `line` are the players in order: the box, the captain, then who follows. `scores` are those of everybody who has
    played, also of who has left. `box_side` is where the box sits. While a game is on, `stakes` are what is played
    for, `captains` who has been captain in it, the present one last, and `partners` who plays it with the box. `last`
    are the stakes of the game before, and `before` is how it all stood when that ended, should its end be taken back;
    `previous` how it stood before the last deed, which was done after so many plays (`after_plays`) and is `fresh`
    while nothing has happened on the board since. `games` are over; `since` is the number of the match with which the
    chouette began.

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
    partners: tuple[str, ...] = ()
    last: tuple[CrewStake, ...] = ()
    games: int = 0
    since: int = 0
    before: "Chouette | None" = field(default=None, compare=False, repr=False)
    previous: "Chouette | None" = field(default=None, compare=False, repr=False)
    fresh: bool = field(default=False, compare=False, repr=False)
    after_plays: int = field(default=0, compare=False, repr=False)

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
    def may_take_back(self) -> bool:
        """Whether the last deed can be taken back: not where who is captain by it has turned their own cube since."""
        before = self.previous
        if not self.is_on or before is None:
            return False
        now, was = (each.stake_of(self.captain) for each in (self, before))
        if before.captain == self.captain or now is None:
            return True
        # An offer that lapsed when its player became captain turned nothing.
        return was is not None and now.cube in (was.cube, replace(was.cube, offered_by=None))

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
        return replace(
            self,
            stakes=stakes,
            scores=self._scored(self._decided),
            captains=(crew[0],),
            partners=(),
            before=unfinished,
            previous=None,
        )

    def end_taken_back(self, before: "Chouette") -> "Chouette":
        """The game goes on as it stood before its end; who has come since stays, who has left does if they are out."""
        gone = tuple(ChouetteDeed(ChouetteAct.LEAVE, each) for each in before.line if each not in self.line)
        come = tuple(ChouetteDeed(ChouetteAct.JOIN, each) for each in self.line if each not in before.line)
        for deed in (*gone, *come):
            with suppress(InvalidChouette):
                before = before._after(deed)
        return before

    def back_to(self, plays: int) -> "Chouette":
        """The chouette where the board is taken back to where so many plays had been made: no deed is of later."""
        back = self
        while back.previous is not None and back.after_plays > plays:
            back = back.previous
        return self if back is self else self.end_taken_back(back)

    def with_captains_cube(self, cube: Cube, *, beavered: bool = False) -> "Chouette":
        """The cube on the board, which is the captain's, stands so; in a consultation it is everybody's."""
        stake = self.stake_of(self.captain)
        if stake is None or not stake.is_open or (stake.cube, stake.beavered) == (cube, beavered):
            return self
        taken = stake.cube.offered_by is not None and cube.offered_by is None
        chouette = self
        for each in self._together(stake):
            answered = each.answered or taken
            chouette = chouette._with(replace(each, cube=cube, beavered=beavered, answered=answered))
        return chouette

    def with_all_at(self, value: int) -> "Chouette":
        """A tie at the opening has turned every cube to a value."""
        stakes = tuple(replace(each, cube=replace(each.cube, value=value)) for each in self.stakes)
        return replace(self, stakes=stakes)

    def thrown(self) -> "Chouette":
        """Somebody has thrown: a beaver is not answered any more, and no double is answered together with others."""
        if not any(each.beavered or each.answered for each in self.stakes):
            return self
        stakes = tuple(replace(each, beavered=False, answered=False) for each in self.stakes)
        return replace(self, stakes=stakes)

    def after(self, deed: ChouetteDeed) -> "Chouette":
        """The chouette after a deed. Raises InvalidChouette, with a sentence, where it cannot be done."""
        if deed.act is ChouetteAct.UNDO:
            if self.previous is None or not self.may_take_back:
                raise InvalidChouette(phrase("There is nothing to be taken back in this game."))
            return replace(self.previous, fresh=self.fresh and self.previous.fresh)
        return replace(self._after(deed), previous=self, fresh=True)

    def _after(self, deed: ChouetteDeed) -> "Chouette":
        if not deed.player and deed.act is not ChouetteAct.JOIN:
            names = self.line if deed.act is ChouetteAct.LEAVE else [each.player for each in self.open]
            raise InvalidChouette(phrase("Say which player that is about: {names}.", names=", ".join(names)))
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
        if self.agreed.one_cube and deed.player != self.captain and deed.act not in _OF_A_PLAYER:
            raise InvalidChouette(phrase("All play for one cube, the captain's."))
        match deed.act:
            case ChouetteAct.PARTNER:
                return self._joined_the_box(stake)
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
            partners=(),
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
            scores=game._scored(late, game.before),
            last=paid.last,
            games=game.games + 1,
            before=None,
            previous=None,
        )
        if self.is_on:
            return told
        scores = self._scored(late, game.before)
        return replace(self, scores=scores, games=self.games + 1, before=told)

    def _points(self, stake: CrewStake, won: bool | None, grade: int) -> int:
        if won is None:
            return 0
        cut = self.terms.jacoby and stake.cube.in_play and not stake.cube.is_turned
        return (1 if won else -1) * stake.cube.value * (1 if cut else grade)

    @property
    def _decided(self) -> tuple[CrewStake, ...]:
        return tuple(each for each in self.stakes if not each.is_open)

    def _scored(
        self, stakes: tuple[CrewStake, ...], unfinished: "Chouette | None" = None
    ) -> tuple[Standing, ...]:
        """What everybody has won with these stakes, too: of this game, or of one of which part is paid already.

        Partners in the box share alike what it wins or loses in the whole game, what is over is the box's.
        """
        game, paid = (self, ()) if unfinished is None else (unfinished, unfinished._decided)
        points = {each.player: each.points for each in self.scores}
        for stake in stakes:
            points[stake.player] += stake.worth
            points[stake.against] -= stake.worth
        if game.partners:
            share = game._share((*paid, *stakes)) - game._share(paid)
            points[game.stakes[0].against] += share * len(game.partners)
            for partner in game.partners:
                points[partner] -= share
        return tuple(Standing(player, won) for player, won in points.items())

    def _share(self, stakes: tuple[CrewStake, ...]) -> int:
        """What each partner in the box loses where these stakes are all of the game."""
        box = self.stakes[0].against
        return int(sum(each.worth for each in stakes if each.against == box) / (1 + len(self.partners)))

    def _together(self, stake: CrewStake) -> tuple[CrewStake, ...]:
        """The stakes that go with one: itself alone, in a consultation all that are open, the captain's last."""
        if not self.agreed.one_cube:
            return (stake,)
        return tuple(sorted(self.open, key=lambda each: each.player == self.captain))

    def _with(self, stake: CrewStake) -> "Chouette":
        """The chouette with a stake as it is now."""
        key = (stake.player, stake.against)
        stakes = tuple(stake if (each.player, each.against) == key else each for each in self.stakes)
        return replace(self, stakes=stakes)

    def _closed(self, stake: CrewStake, points: int, *, passed: bool = False) -> "Chouette":
        """A stake is decided; where it was the captain's, the next one who is in takes over."""
        cube = replace(stake.cube, offered_by=None)
        closed = self._with(
            replace(stake, points=points, cube=cube, beavered=False, passed=passed, answered=passed)
        )
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
                return self._with(replace(stake, cube=cube.taken(), answered=True))
            case ChouetteAct.PASS:
                return self._passed(stake)
            case ChouetteAct.BEAVER if terms.beaver:
                return self._with(replace(stake, cube=cube.beavered(), beavered=True, answered=True))
        raise InvalidChouette(phrase("That was not agreed on."))

    def _passed(self, stake: CrewStake) -> "Chouette":
        """The double on offer is passed, at what the cube stood at; or the beaver, at what it stood at before that."""
        cube = stake.cube
        winner = cube.offered_by or cube.owner
        value = cube.value if cube.offered_by is not None else _before(cube)
        points = value if winner is not self.box_side else -value
        chouette = self
        for each in self._together(stake):
            chouette = chouette._closed(each, points, passed=True)
        return chouette

    def _joined_the_box(self, stake: CrewStake) -> "Chouette":
        """Who is not captain plays this game with the box, as long as nothing has been done with their cube."""
        cube = stake.cube
        if stake.player == self.captain:
            raise InvalidChouette(phrase("The captain plays for the crew."))
        if cube.is_turned or cube.offered_by is not None or stake.against != self.box:
            raise InvalidChouette(phrase("{name}'s cube has been turned already.", name=stake.player))
        stakes = tuple(each for each in self.stakes if each is not stake)
        return replace(self, stakes=stakes, partners=(*self.partners, stake.player))

    def _given(self, player: str, giver: str) -> "Chouette":
        taken, dropped = self.stake_of(player), self.stake_of(giver)
        if not self.agreed.extras or self.agreed.one_cube:
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
        # the box stays, too, while members of the crew play for extras among themselves
        plays = self.is_on and name in (self.box, *self.partners)
        if plays or any(name in (each.player, each.against) for each in self.open):
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
