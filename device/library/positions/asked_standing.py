"""What a photograph cannot show, as people tell it: from that and the board a standing is made, and the
sentence about it.
"""

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.i18n import Translator, marked
from engine.match.match import Score
from engine.position import Position
from engine.records.codes.game_standing import GameStanding, checked_standing

TO_PLAY = {
    Kind.LIGHT: marked("The light checkers to play {roll}."),
    Kind.DARK: marked("The dark checkers to play {roll}."),
}
TO_THROW = {
    Kind.LIGHT: marked("The light checkers to throw, or to double."),
    Kind.DARK: marked("The dark checkers to throw, or to double."),
}
OFFERED = {
    Kind.LIGHT: marked("The light checkers double: take or pass?"),
    Kind.DARK: marked("The dark checkers double: take or pass?"),
}


def asked_standing(
    position: Position,
    to_play: Side,
    roll: Roll | None,
    cube: tuple[int, Side | None],
    score: Score,
    length: int,
) -> GameStanding:
    """The standing of a board as it was told; where one side needs a single point, a cube that was never
    turned tells the Crawford game.

    Raises InvalidRecord where there is no such standing.
    """
    value, owner = cube
    needs = {length - score.white, length - score.black} if length else set()
    crawford = 1 in needs and needs != {1} and value == 1
    return checked_standing(
        GameStanding(position, to_play, roll, value, owner, score, length, crawford=crawford)
    )


def caption(standing: GameStanding, near: Kind, translator: Translator) -> str:
    """What is to be decided, in a sentence that names the checkers as they are drawn."""
    kind = Seating(near).kind(standing.to_play)
    if standing.offered:
        return translator(OFFERED[kind])
    return translator(TO_PLAY[kind], roll=standing.roll) if standing.roll else translator(TO_THROW[kind])


def score_line(standing: GameStanding, near: Kind, translator: Translator) -> str:
    """Of what match, at what score, the light checkers' first."""
    white, black = standing.score.white, standing.score.black
    light, dark = (white, black) if near is Kind.LIGHT else (black, white)
    if not standing.length:
        return translator("For money.")
    if standing.crawford:
        return translator(
            "Match to {length}: light {light}, dark {dark}, the Crawford game.",
            length=standing.length,
            light=light,
            dark=dark,
        )
    return translator(
        "Match to {length}: light {light}, dark {dark}.", length=standing.length, light=light, dark=dark
    )
