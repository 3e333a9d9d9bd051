"""Properties that must hold in every position, with a deliberately naive generator as the judge."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import BAR, OFF, Side
from engine.dice import ALL_ROLLS, Roll
from engine.faults.explain import explain, likely_play
from engine.games import find_game
from engine.plays.legal import completable, legal_plays
from engine.plays.notation import made, parse_play, play_text
from engine.position import Position
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, reason

GAMES = [find_game(name) for name in ("backgammon", "hypergammon", "nackgammon")]
Case = tuple[TablesGame, Position, Roll]
State = tuple[tuple[int, ...], tuple[int, ...]]


def naive_steps(state: State, die: int) -> list[State]:
    """Every way to move one checker by a die: own 26 counts, and the opponent's in the same numbering, 0 their bar."""
    own, theirs = state
    found = []
    for origin in range(1, 26):
        if own[origin] == 0 or (own[25] > 0 and origin != 25):
            continue
        target = origin - die
        if target <= 0:
            if any(own[site] for site in range(7, 26)):
                continue
            if target < 0 and any(own[site] for site in range(origin + 1, 7)):
                continue
            target = 0
        elif theirs[target] > 1:
            continue
        ours, others = list(own), list(theirs)
        ours[origin] -= 1
        ours[target] += 1
        if target and others[target] == 1:
            others[target] = 0
            others[0] += 1
        found.append((tuple(ours), tuple(others)))
    return found


def naive_results(state: State, roll: Roll, men: int) -> set[State]:
    """The legal results of a roll by trying everything."""
    orders = [roll.dice * 2] if roll.is_doublet else [roll.dice, roll.dice[::-1]]
    lines = [list(order) for order in orders]
    reached: list[tuple[int, int, State]] = []

    def go(here: State, rest: list[int], used: int, last: int) -> None:
        reached.append((used, last, here))
        if rest and here[0][0] < men:
            for there in naive_steps(here, rest[0]):
                go(there, rest[1:], used + 1, rest[0])

    for line in lines:
        go(state, line, 0, 0)
    most = max(used for used, _, _ in reached)
    results = {(last, here) for used, last, here in reached if used == most}
    if most == 1:
        best = max(last for last, _ in results)
        results = {(last, here) for last, here in results if last == best}
    return {here for _, here in results} | {here for used, _, here in reached if here[0][0] == men and used}


def state_of(position: Position) -> State:
    """A position as the naive generator sees it, White to move."""
    black = [position.black[25 - site] for site in range(26)]
    return position.white, tuple(black)


@st.composite
def positions(draw: st.DrawFn, men: int) -> Position:
    """Any position in which neither side has won; the opponent's checkers in the way of White's are borne off."""
    sites = st.one_of(st.integers(0, 25), st.integers(1, 6), st.integers(18, 25))
    white, black = [0] * 26, [0] * 26
    for site in draw(st.lists(sites, min_size=men, max_size=men)):
        white[site] += 1
    for site in draw(st.lists(sites, min_size=men, max_size=men)):
        blocked = site not in (OFF, BAR) and white[25 - site]
        black[OFF if blocked else site] += 1
    for counts in (white, black):
        if counts[OFF] == men:
            counts[OFF], counts[BAR] = men - 1, 1
    return Position(tuple(white), tuple(black))


cases = st.sampled_from(GAMES).flatmap(
    lambda game: st.tuples(st.just(game), positions(game.men), st.sampled_from(ALL_ROLLS))
)
quick = settings(max_examples=60, deadline=None)


@quick
@given(cases)
def test_agrees_with_trying_everything(case: Case) -> None:
    game, position, roll = case
    outcomes = legal_plays(game, position, Side.WHITE, roll)
    found = [state_of(outcome.position) for outcome in outcomes]
    assert len(set(found)) == len(found)
    assert set(found) == naive_results(state_of(position), roll, game.men)


@quick
@given(cases)
def test_checkers_are_conserved_and_the_play_leads_there(case: Case) -> None:
    game, position, roll = case
    for outcome in legal_plays(game, position, Side.WHITE, roll):
        assert sum(outcome.position.white) == sum(outcome.position.black) == game.men
        assert not any(outcome.position.white[p] and outcome.position.black[25 - p] for p in range(1, 25))
        assert made(game, position, Side.WHITE, outcome.play) == outcome.position


@quick
@given(cases)
def test_mirrored_positions_have_mirrored_plays(case: Case) -> None:
    game, position, roll = case
    white = {(o.position, o.play) for o in legal_plays(game, position, Side.WHITE, roll)}
    black = {
        (o.position.mirrored(), o.play) for o in legal_plays(game, position.mirrored(), Side.BLACK, roll)
    }
    assert white == black


@quick
@given(cases)
def test_every_completable_position_reaches_a_legal_end(case: Case) -> None:
    game, position, roll = case
    way = completable(game, position, Side.WHITE, roll)
    ends = {outcome.position for outcome in legal_plays(game, position, Side.WHITE, roll)}
    assert position in way
    assert ends <= way
    dice = roll.dice[:1] if roll.is_doublet else roll.dice
    for middle in way - ends:
        after = {state for die in dice for state in naive_steps(state_of(middle), die)}
        assert after & {state_of(there) for there in way}


@quick
@given(cases)
def test_notation_goes_round(case: Case) -> None:
    game, position, roll = case
    for outcome in legal_plays(game, position, Side.WHITE, roll):
        text = play_text(outcome.play)
        assert parse_play(game, position, Side.WHITE, roll, text).position == outcome.position, text


@quick
@given(
    cases, st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25), st.booleans()), min_size=1, max_size=3)
)
def test_every_illegal_board_gets_a_sentence(case: Case, changes: list[tuple[int, int, bool]]) -> None:
    game, position, roll = case
    outcomes = legal_plays(game, position, Side.WHITE, roll)
    white, black = list(outcomes[0].position.white), list(outcomes[0].position.black)
    for origin, target, ours in changes:
        men = white if ours else black
        if men[origin]:
            men[origin] -= 1
            men[target] += 1
    seen = Position(tuple(white), tuple(black))
    if any(outcome.position == seen for outcome in outcomes):
        return
    fault = explain(game, position, Side.WHITE, roll, seen)
    text = reason(fault, Names("Anna", "Ben"))
    assert fault.rule.startswith("R.")
    assert "{" not in text
    assert text.endswith(".")
    assert fault.message != "unreachable", text
    assert fault.nearest in [outcome.play for outcome in outcomes]
    play = likely_play(game, position, Side.WHITE, seen, roll)
    assert made(game, position, Side.WHITE, play).white == seen.white
