"""Imperial, a game of fourteenth-century England: as provincial, with five checkers each on three points.

Each player has five checkers each on their 19, 18 and 17. All else is as in provincial: three dice, each one move, no
gammons and no cube.
"""

from engine.games.provincial import GAME as PROVINCIAL

GAME = PROVINCIAL.variant(
    id="imperial",
    names=(("en", "Imperial"),),
    source="British Library, Royal MS 13 A xviii (14th century), after Murray 1951 and Ludii; reconstructed",
    reconstructed=True,
    rules=__doc__,
    setup=((19, 5), (18, 5), (17, 5)),
)
