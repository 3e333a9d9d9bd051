"""Snowie's .txt files: a match as the bare grid of a .mat file, or a single position:
`write_snowie`, `read_snowie_record`.

GNU Backgammon exports both and reads both (`import mat`, `import snowietxt`); no file of Snowie itself was at hand to
compare with.
"""

from collections.abc import Sequence

from engine.games import find_game
from engine.i18n import phrase
from engine.match.cube import Cube
from engine.match.match import Game, Match
from engine.match.terms import Terms
from engine.records.codes.snowie_position import looks_like_snowie_position, read_snowie_position
from engine.records.mat.mat_reader import read_mat_record
from engine.records.mat.mat_writer import write_grid
from engine.records.record import Record


def read_snowie_record(text: str) -> Record:
    """The match that a .txt file of Snowie's holds; a position is a game that goes on from it. Raises InvalidRecord."""
    plain = text.removeprefix("\ufeff")
    return _of_position(plain) if looks_like_snowie_position(plain) else read_mat_record(plain)


def write_snowie(match: Match, tags: Sequence[tuple[str, str]] = ()) -> str:
    """A match as a .txt file of Snowie's, which has no place for tags."""
    return write_grid(match)


def _of_position(text: str) -> Record:
    told = read_snowie_position(text)
    standing = told.standing
    cube = Cube(standing.cube, standing.owner)
    game = Game(standing.position, standing.score, standing.crawford, cube=cube)
    match = Match(
        standing.length,
        told.white,
        told.black,
        (game,),
        find_game("backgammon").id,
        terms=Terms(jacoby=standing.jacoby),
    )
    who = (match.white if standing.to_play.value == "W" else match.black) or phrase("nobody named")
    if standing.roll is None:
        note = phrase("the file is a single position; {name} is to play", name=who)
    else:
        note = phrase(
            "the file is a single position; {name} is to play with {roll}", name=who, roll=standing.roll
        )
    return Record(match, (note,))
