"""Ban-sugoroku, the tables of Japan: who has all their checkers home first has won.

From the set-up of backgammon, in contrary directions. Both dice are thrown again after it is decided who
begins; equal numbers are played once each. Blots are hit and enter as in backgammon. Nothing is borne off,
and no checker may move past its owner's 1.

Who first has all fifteen checkers home, on points 6 to 1, wins. So does, at once, who has made all six
points of their home while a checker of the opponent's is on the bar. A win counts one point.
"""

from engine.tables.bases import CHINESE
from engine.tables.grades import SINGLE
from engine.tables.tables_game import BearOff, FirstRoll
from engine.tables.winning import AllHome, ClosedOut

GAME = CHINESE.variant(
    id="ban_sugoroku",
    names=(
        ("en", "Ban-Sugoroku"),
        ("ja", "盤双六"),
    ),
    aliases=(
        "sugoroku",
        "双六",
        "双陸",
        "盤雙六",
        "japanese tables",
        "dongyi",
        "dongyi shuanglu",
        "東夷雙陸",
        "日本雙陸",
        "すごろく",
        "ばんすごろく",
        "东夷双陆",
    ),
    source="Tableside rules B16 and B14; sengokudaimyo.com and howlingpixel.com on sugoroku",
    rules=__doc__,
    first_roll=FirstRoll.REROLL,
    bearoff=BearOff.NONE,
    wins=(AllHome(), ClosedOut()),
    grades=(SINGLE,),
)
