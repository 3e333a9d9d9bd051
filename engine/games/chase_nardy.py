"""Chase nardy: ad elta stelpur from facing tables, so that one side starts right behind the other.

As ad elta stelpur, but the two tables where the checkers start lie side by side along the way: White has one
checker on each of the points 1 to 6, and flees ahead; Black has one on each of the points 19 to 24, and
chases, their foremost standing just behind White's last. Who takes which side is decided by lot or agreed.

Both run the same way and count the points along it; after point 24 comes point 1. Only 1s, 6s and
doublets are played: 6-6 four times, the other doublets twice, and after a doublet the player throws
again. Numbers that can be played must be. A checker that would land on one of its own side goes on to the
next point where none of its own stands; an opponent's checker on which it lands is taken for good, and
whoever takes the last one has won.

A player's last checker stands only on corners: if it does not, it is put on the next corner ahead before their
first turn alone. A 1 takes it to the next corner, a 6 to the next but one; 1-1 and 6-6 do so twice, other
doublets not at all. It can be taken only on a corner, and not while opponents stand on both points beside it.
"""

from engine.games.ad_elta_stelpur import GAME as AD_ELTA_STELPUR

GAME = AD_ELTA_STELPUR.variant(
    id="chase_nardy",
    names=(
        ("en", "Chase Nardy"),
        ("de", "Verfolgungsjagd"),
    ),
    aliases=("nardy chase", "verfolgungsnardy"),
    source="Tableside rules A27, preset chase_nardy",
    rules=__doc__,
    setup_black=((19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 1)),
)
