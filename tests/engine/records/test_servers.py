"""What servers write of their games, and Jellyfish of one, is read as it was played; damage is told in a sentence."""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from played_matches import played
from written_matches import PLAIN

from engine.board import BAR, OFF, Side
from engine.errors import EngineError, InvalidRecord
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match
from engine.records.mat.jellyfish_game import is_jellyfish_game, read_jellyfish_game
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record
from engine.records.servers.bgammon import is_bgammon, read_bgammon
from engine.records.servers.fibs import is_fibs, read_fibs
from engine.records.servers.gamesgrid import is_gamesgrid, read_gamesgrid

ANSWERS = {CubeAction.TAKE: "accepts", CubeAction.PASS: "rejects"}


def moves(turn: CheckerTurn, counted_by: Side, between: str) -> str:
    """The moves of a turn, their points counted by a side."""
    names = {BAR: "bar", OFF: "off"}

    def told(point: int) -> str:
        return names.get(point) or str(point if turn.side is counted_by else 25 - point)

    return " ".join(f"{told(each.origin)}{between}{told(each.target)}" for each in turn.play.moves)


def fibs(match: Match, dice: random.Random) -> str:
    """A match as FIBS tells it: who is X changes, and so, at times, does the order of the scores."""
    return "\n\n".join("\n".join(fibs_game(match, each, dice)) for each in match.games) + "\n"


def fibs_game(match: Match, game: Game, dice: random.Random) -> Iterator[str]:
    x = Side.WHITE if game is match.games[0] else dice.choice(tuple(Side))
    scores = [game.score.of(x), game.score.of(x.other)]
    if game is not match.games[0] and dice.random() < 0.5:
        scores.reverse()
    names = {Side.WHITE: match.white, Side.BLACK: match.black}
    length = f" in a {match.length} point match" if match.length else ""
    yield f"Score is {scores[0]}-{scores[1]}{length}."
    yield f"{names[x]} is X - {names[x.other]} is O"
    for turn in game.turns:
        who = {x: "X", x.other: "O"}
        if isinstance(turn, CubeTurn):
            yield f"{who[turn.side]}: doubles."
            if turn.answer is not None:
                yield f"{who[turn.side.other]}: {ANSWERS[turn.answer]}."
        else:
            assert turn.roll is not None
            first, second = turn.roll.dice[:2]
            yield f"{who[turn.side]}: ({first} {second}) {moves(turn, x.other, '-') or chr(99) + 'an' + chr(39) + 't move.'}"
    if game.result is not None and game.result.winner is not None:
        if game.result.how == "resigned":
            yield f"{who[game.result.winner.other]}: wants to resign {game.result.points} points"
        yield f"{who[game.result.winner]}: wins {game.result.points} points."


def bgammon(match: Match, _: random.Random) -> str:
    """A match as bgammon.org tells it."""
    lines = [f"bgammon-replay {number:08}" for number in range(len(match.games))]
    for game in match.games:
        result = game.result
        won = 0 if result is None or result.winner is None else 1 if result.winner is Side.WHITE else 2
        points = 0 if result is None else result.points
        score = game.score
        lines.append(
            f"i 1702738670 {match.white} {match.black} {match.length} {score.white} {score.black} {won} {points} 0"
        )
        for turn in game.turns:
            player = 1 if turn.side is Side.WHITE else 2
            if isinstance(turn, CubeTurn):
                lines.append(f"{player} d {turn.value} {int(turn.answer is CubeAction.TAKE)}")
            else:
                assert turn.roll is not None
                first, second = turn.roll.dice[:2]
                lines.append(f"{player} r {first}-{second} {moves(turn, Side.WHITE, '/')}".rstrip())
        if result is not None and result.how == "resigned":
            lines.append("2 t")
    return "\n".join(lines) + "\n"


def gamesgrid(match: Match, dice: random.Random) -> str:
    """A match as GamesGrid saves it: every throw before its play, and some rows twice."""
    lines = [
        f"{match.white} vs. {match.black}",
        "Monday, January 5, 2004",
        "The Grid",
        "Variant: Backgammon",
        "",
    ]
    for number, game in enumerate(match.games, 1):
        lines.append(
            f"Game {number}.{game.score.white}-{game.score.black}{f'/{match.length}' if match.length else ''}"
        )
        for at, turn in enumerate(game.turns, 1):
            row = {Side.WHITE: f"{at}\t", Side.BLACK: f"{at}\t\t"}
            if isinstance(turn, CubeTurn):
                lines.append(f"{row[turn.side]}Double")
                if turn.answer is not None:
                    word = "Accept" if turn.answer is CubeAction.TAKE else "Pass"
                    lines.append(f"{row[turn.side.other]}{word}")
            else:
                assert turn.roll is not None
                throw = f"{row[turn.side]}{turn.roll.dice[0]}{turn.roll.dice[1]}: "
                play = moves(turn, turn.side, "/").replace(" ", ", ")
                lines += [throw] if play else []
                lines += [f"{throw}{play or 'O-O'}"] * dice.choice((1, 1, 2))
        if game.result is not None and game.result.winner is not None:
            if game.result.how == "resigned":
                lines.append(f"{row[game.result.winner.other]}Resign")
            name = match.white if game.result.winner is Side.WHITE else match.black
            lines += [f"{name}  wins {game.result.points} points.", ""]
    return "\n".join(lines) + "\n"


def told(match: Match) -> list[object]:
    return [
        (
            game.score,
            game.crawford,
            game.result and (game.result.winner, game.result.points),
            [
                (each.side, each.after if isinstance(each, CheckerTurn) else (each.value, each.answer))
                for each in game.turns
            ],
        )
        for game in match.games
    ]


def plain(seed: int) -> Match | None:
    """A match such as a server holds: names of one word, no beavers, every double answered."""
    match = played(seed)
    odd = {CubeAction.BEAVER, CubeAction.RACCOON, None}
    if any(isinstance(turn, CubeTurn) and turn.answer in odd for game in match.games for turn in game.turns):
        return None
    return replace(match, white="anna", black="ben_2")


@pytest.mark.parametrize(
    "write, is_one, read",
    [
        (fibs, is_fibs, read_fibs),
        (bgammon, is_bgammon, read_bgammon),
        (gamesgrid, is_gamesgrid, read_gamesgrid),
    ],
    ids=["fibs", "bgammon", "gamesgrid"],
)
def test_a_match_is_read_as_it_was_played(
    write: Callable[[Match, random.Random], str], is_one: Callable[[str], bool], read: Callable[[str], Record]
) -> None:
    dice, tried = random.Random(1), 0
    for seed in range(24):
        match = plain(seed)
        if match is None:
            continue
        text = write(match, dice)
        record = read(text)
        assert is_one(text) and told(record.match) == told(match), seed
        assert (record.match.length, record.match.white, record.match.black) == (
            match.length,
            "anna",
            "ben_2",
        )
        for _ in range(6):
            at = dice.randrange(len(text))
            try:
                read(text[:at] + chr(dice.randrange(32, 127)) + text[at + dice.randrange(3) :])
            except EngineError as error:
                assert isinstance(error, InvalidRecord) and str(error)
        tried += 1
    assert tried > 12


@pytest.mark.parametrize(
    "text, says",
    [
        ("bgammon-replay 00000001\ni 1 a b 1 0 0 1 1 2\n", "2"),
        ("bgammon-replay 00000001\ni 1 a b\n", "line 2"),
        ("bgammon-replay 00000001\ni 1 a b 1 0 0 1 1 0\n1 x 3-1\n", "line 3"),
        ("bgammon-replay 00000001\n", "no game"),
        (f"bgammon-replay 00000001\ni 1 a b 1 0 0 1 1 0\n2 r 3-1 {'9' * 5000}/5\n", "line 3"),
    ],
)
def test_a_replay_that_cannot_be_read_says_where(text: str, says: str) -> None:
    with pytest.raises(InvalidRecord, match=says):
        read_bgammon(text)


@pytest.mark.parametrize("side", "XO")
def test_a_point_of_many_digits_is_damage_like_any_other(side: str) -> None:
    with pytest.raises(InvalidRecord):
        read_fibs(f"Score is 0-0.\nanna is X - ben is O\n{side}: (3 1) {'9' * 5000}-5\n")


def test_a_game_of_others_is_no_part_of_the_match() -> None:
    game = "Score is 0-0 in a 3 point match.\n{} is X - ben is O\nX: (3 1) 17-20 19-20\n\n"
    with pytest.raises(InvalidRecord, match="others"):
        read_fibs(game.format("anna") + game.format("carl"))


def test_gamesgrid_tells_what_was_agreed_on_beavers_and_who_was_closed_out() -> None:
    record = read_gamesgrid(
        "anna vs. ben\nMonday, January 5, 2004\nVariant: Nackgammon\nJacoby: No\nBeavers: Yes\n"
        "Game 1.0-0\n11: Automatic double\nwell, well\n1\t31: 8/5, 6/5\n1\t\tDouble\n2\tBeaver\n2\t\t-\n"
        "2\t\t64: 24/18, 13/9\n3\tsneezes\n3\t21:\n3\t21: Resign\nben wins 8 points.\n"
    )
    (game,) = record.match.games
    assert (record.match.agreed.id, record.match.terms.jacoby, record.match.terms.beaver) == (
        "nackgammon",
        False,
        True,
    )
    assert record.tags == (("EventDate", "2004.01.05"),) and game.result is not None
    assert (game.result.winner, game.result.points, len(game.turns)) == (Side.BLACK, 8, 3)
    double = game.turns[1]
    assert isinstance(double, CubeTurn) and (double.value, double.answer) == (4, CubeAction.BEAVER)
    assert [str(each) for each in record.notes] == [
        "game 1, line 14: 'sneezes' says nothing of a game; left out"
    ]
    with pytest.raises(InvalidRecord, match="no game"):
        read_gamesgrid("anna vs. ben\n")


def test_jellyfishs_game_is_a_grid_below_two_names() -> None:
    rows = [
        line
        for line in write_mat(replace(PLAIN, games=PLAIN.games[:1], length=0)).splitlines()
        if line.strip()
    ]
    start = next(number for number, line in enumerate(rows) if line.lstrip().startswith("1)"))
    text = f" {PLAIN.white:30}{PLAIN.black}\n" + "\n".join(rows[start:]) + "\n"
    record = read_jellyfish_game(text)
    assert is_jellyfish_game(text) and not is_jellyfish_game("\n".join(rows))
    assert not is_jellyfish_game(f"{text[:20]}{' ' * 200}{text[20:]}"), "a hostile head takes seconds to try"
    assert (record.match.white, record.match.black, record.match.length) == ("Anna", "Ben", 0)
    assert told(record.match) == told(replace(PLAIN, games=PLAIN.games[:1]))
