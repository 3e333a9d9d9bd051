"""A match from a record, told to a real service turn by turn, as people do on the desk."""

from playing import Told

from engine.board import Side
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, Match
from engine.state.messages import (
    AnswerCube,
    NewGame,
    OfferCube,
    Resign,
    SetNames,
    SetPosition,
    SetRoll,
    SetTurn,
)


def retell(table: Told, match: Match) -> None:
    """Tell all of a match, whose games must follow from each other's results."""
    table.begin(match.length)
    table.tell(SetNames(match.white, match.black))
    for number, game in enumerate(match.games):
        if number:
            table.tell(NewGame())
        table.tell(SetTurn(game.turns[0].side))
        for turn in game.turns:
            if isinstance(turn, CheckerTurn):
                assert turn.roll is not None
                if table.match_state.roll is None:
                    table.tell(SetRoll(turn.side, turn.roll))
                table.tell(SetPosition(turn.after))
                continue
            table.tell(OfferCube())
            if turn.answer is not None:
                table.tell(AnswerCube(turn.answer is CubeAction.TAKE))
        assert table.match_state.game is not None
        if game.result is not None and table.match_state.game.result is None:
            loser = Side.WHITE if game.result.winner is Side.BLACK else Side.BLACK
            grade = {"single": 1, "gammon": 2, "backgammon": 3}.get(game.result.how, 1)
            cube = max(1, table.match_state.cube.value)
            table.tell(Resign(loser, max(grade, min(3, game.result.points // cube))))
