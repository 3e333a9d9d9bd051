"""A small match, in which nearly everything happens that can be judged."""

HAND = """ 3 point match

 Game 1
 Alice : 0                        Bob : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 66: 24/18(2) 13/7*(2)        43: bar/22 13/9
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Alice : 1                        Bob : 0
  1)                              42: 8/4 6/4
  2) 55: 13/3(2)                  11: 6/5(2) 24/23(2)
  3) 66: 24/18(2) 13/7(2)          Doubles => 2
  4)  Takes                       31: 13/10 6/5
"""
