"""What is waited for, when there is nothing worse to say."""

from device.status.text.ending_text import result_sentence
from device.status.text.naming import called, game_name, name_of, names_of
from engine.board import Shape, Side
from engine.dice import Roll
from engine.i18n import ENGLISH, Tongue, listed, marked
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn
from engine.outcome import Outcome
from engine.plays.remarks import remarks
from engine.state.beginning import anybody_begins, is_opening, next_place, rules_at, rules_now
from engine.state.match_state import Ledger, Phase
from engine.tables.tables import Decide, DiceSource, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_result import EscapeCall, announcement
from engine.trictrac import scored, told
from engine.turn.doubling import may_do
from engine.turn.turn_reading import is_closed_out
from engine.words.rollnames import PLAIN, Tradition

_ANNOUNCED = {EscapeCall.RAICHI: marked("Raichi!"), EscapeCall.TUICHU: marked("Tuichu!")}


def awaited(ledger: Ledger, tradition: Tradition = PLAIN, tongue: Tongue = ENGLISH) -> str:
    """What the referee waits for, after what there is to tell of the last turn."""
    if ledger.phase is Phase.NO_GAME:
        if ledger.match.agreed.is_one_game:
            return tongue("Set up the starting position.")
        return tongue("Set up the starting position of {game}.", game=game_name(rules_now(ledger), tongue))
    if ledger.phase is Phase.OVER:
        return _over(ledger, tongue)
    if ledger.side is None:
        return _who_begins(ledger, tongue)
    side, roll = name_of(ledger, ledger.side, tongue), ledger.roll
    match ledger.phase:
        case Phase.DOUBLED:
            return _doubled(ledger, side, tradition, tongue)
        case Phase.TO_MOVE if roll is None:
            return _joined(_announced(ledger, tongue), tongue("{name} to move.", name=side))
        case Phase.TO_MOVE if roll is not None and roll.carried:
            return _joined(*_scored(ledger, tongue), _owed(ledger, ledger.side, roll, tongue))
        case Phase.TO_MOVE if roll is not None:
            if not is_thrown(ledger):
                return tongue("{name} is given {roll}.", name=side, roll=roll)
            return _threw(roll, side, tradition, tongue)
        case _:
            return _to_throw_now(ledger, ledger.side, tongue)


def opening_sentence(ledger: Ledger, tongue: Tongue = ENGLISH) -> str | None:
    """Who begins, where the dice that decided it are the first throw."""
    if (
        ledger.phase is not Phase.TO_MOVE
        or ledger.side is None
        or ledger.roll is None
        or not is_opening(ledger)
    ):
        return None
    name = name_of(ledger, ledger.side, tongue)
    if rules_now(ledger).decide is Decide.LOW_DIE:
        return tongue("{name} threw the lower die and begins.", name=name)
    return tongue("{name} threw the higher die and begins.", name=name)


def scores(ledger: Ledger, turn: CheckerTurn, tongue: Tongue = ENGLISH) -> tuple[str, ...]:
    """What a turn scored by the way, a sentence each; nothing for a play that broke the rules."""
    rules = rules_now(ledger)
    if not isinstance(rules, TablesGame) or turn.fault or turn.before is None or turn.roll is None:
        return ()
    outcome, names = Outcome(turn.after, turn.play), names_of(ledger, tongue)
    found = scored(rules, turn.before, turn.side, turn.roll, outcome)
    return (
        *(told(rules, each, names) for each in found),
        *remarks(rules, turn.before, turn.side, turn.roll, outcome, names),
    )


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _threw(roll: Roll, side: str, tradition: Tradition, tongue: Tongue) -> str:
    word = called(roll, tradition)
    if word is None:
        return tongue("{name} threw {roll}.", name=side, roll=roll)
    return tongue("{name} threw {roll}, {called}.", name=side, roll=roll, called=word)


def _doubled(ledger: Ledger, side: str, tradition: Tradition, tongue: Tongue) -> str:
    value, beavers = ledger.cube.next_value, CubeAction.BEAVER in may_do(ledger)
    take, drop = tradition.says_take, tradition.says_pass
    if take and drop:
        if beavers:
            return tongue(
                "{name} doubles to {value}: take ({take}) or pass ({drop}), or beaver?",
                name=side,
                value=value,
                take=take,
                drop=drop,
            )
        return tongue(
            "{name} doubles to {value}: take ({take}) or pass ({drop})?",
            name=side,
            value=value,
            take=take,
            drop=drop,
        )
    if beavers:
        return tongue("{name} doubles to {value}: take or pass, or beaver?", name=side, value=value)
    return tongue("{name} doubles to {value}: take or pass?", name=side, value=value)


def _to_throw_now(ledger: Ledger, side: Side, tongue: Tongue) -> str:
    name, other = (name_of(ledger, each, tongue) for each in (side, side.other))
    if ledger.beaver is not None:
        return _beavered(ledger, ledger.beaver.side, tongue)
    if ledger.begins is side and ledger.game and not ledger.game.turns:
        if _source(ledger) is DiceSource.THROWN:
            return tongue("{name} begins, and throws.", name=name)
        return tongue("{name} begins, and is given a number.", name=name)
    if _passes(ledger):
        return tongue("{name} is closed out and passes: {other} to throw.", name=name, other=other)
    return _joined(
        *_scored(ledger, tongue),
        _danced(ledger, tongue),
        _last_turn(ledger, side, tongue),
        _to_throw(ledger, side, tongue),
    )


def _announced(ledger: Ledger, tongue: Tongue) -> str:
    """That the king can escape, where the players have agreed to have that said."""
    rules, position = rules_now(ledger), ledger.position
    if not isinstance(rules, TaflGame) or position is None:
        return ""
    found = announcement(rules, position)
    return "" if found is None else tongue(_ANNOUNCED[found])


def _who_begins(ledger: Ledger, tongue: Tongue) -> str:
    decide = rules_now(ledger).decide
    if decide is Decide.AGREED:
        if _source(ledger) is DiceSource.THROWN:
            return tongue("Agree who begins: he throws.")
        return tongue("Agree who begins: he is given a number.")
    if anybody_begins(ledger):
        return tongue("Who begins throws.")
    if decide is Decide.LOW_DIE:
        return tongue("Throw a die each: who throws lower begins.")
    return tongue("Throw a die each: who throws higher begins.")


def _scored(ledger: Ledger, tongue: Tongue) -> tuple[str, ...]:
    turn = ledger.last_turn
    return scores(ledger, turn, tongue) if isinstance(turn, CheckerTurn) else ()


def _owed(ledger: Ledger, side: Side, roll: Roll, tongue: Tongue) -> str:
    """That a side plays the numbers that the other left over."""
    return tongue(
        "{name} plays {opponent}'s {numbers} first.",
        name=name_of(ledger, side, tongue),
        opponent=name_of(ledger, side.other, tongue),
        numbers=listed(roll.dice, tongue),
    )


def _last_turn(ledger: Ledger, side: Side, tongue: Tongue) -> str:
    """That the side on turn has one turn left, the opponent having finished."""
    position = ledger.position
    if position is None or position.past.last_turn is not side:
        return ""
    return tongue("{name} has one turn left.", name=name_of(ledger, side, tongue))


def _to_throw(ledger: Ledger, side: Side, tongue: Tongue) -> str:
    """That a side is to throw, or to throw again, or to be given a number, as the game has it."""
    name, turn = name_of(ledger, side, tongue), ledger.last_turn
    match _source(ledger):
        case DiceSource.OPPONENT_IN_SECRET:
            return tongue(
                "{opponent} picks a number for {name}: lay it and what it lacks to seven as dice.",
                name=name,
                opponent=name_of(ledger, side.other, tongue),
            )
        case DiceSource.CHANCE:
            return tongue(
                "A number for {name} is left to chance: lay it and what it lacks to seven as dice.", name=name
            )
        case DiceSource.THROWN:
            if isinstance(turn, CheckerTurn) and turn.side is side and turn.after.past.again:
                return tongue("{name} throws again.", name=name)
            return tongue("{name} to throw.", name=name)


def is_thrown(ledger: Ledger) -> bool:
    """Whether the numbers of the game that is played are thrown with dice."""
    return _source(ledger) is DiceSource.THROWN


def _source(ledger: Ledger) -> DiceSource:
    rules = rules_now(ledger)
    return rules.source_of_dice if isinstance(rules, TablesGame) else DiceSource.THROWN


def _beavered(ledger: Ledger, doubler: Side, tongue: Tongue) -> str:
    """What is said after a beaver: where the cube is, and what who doubled first can do about it."""
    first, other = (name_of(ledger, each, tongue) for each in (doubler, doubler.other))
    said = tongue("{name} beavers: the cube is at {value}.", name=other, value=ledger.cube.value)
    may = may_do(ledger)
    match CubeAction.PASS in may, CubeAction.RACCOON in may:
        case True, True:
            can = tongue("{name} throws, or passes, or says raccoon.", name=first)
        case True, False:
            can = tongue("{name} throws, or passes.", name=first)
        case False, True:
            can = tongue("{name} throws, or says raccoon.", name=first)
        case _:
            can = tongue("{name} throws.", name=first)
    return _joined(said, can)


def _passes(ledger: Ledger) -> bool:
    """Whether the side on turn can enter with no throw, and passes without throwing (rules 6.7)."""
    side, position = ledger.side, ledger.position
    if side is None or position is None or not ledger.profile.auto_pass_closed_out:
        return False
    if position.shape is Shape.TAFL:
        return False
    return is_closed_out(rules_now(ledger), position, side)


def _danced(ledger: Ledger, tongue: Tongue) -> str:
    turn = ledger.last_turn
    if isinstance(turn, CheckerTurn) and not turn.play.moves and turn.side is not ledger.side:
        return tongue("{name} cannot play.", name=name_of(ledger, turn.side, tongue))
    return ""


def _over(ledger: Ledger, tongue: Tongue) -> str:
    result, names = ledger.game.result if ledger.game else None, names_of(ledger, tongue)
    said = result_sentence(result, names) if result else tongue("The game is over.")
    return _joined(said, _match_won(ledger, tongue) or _next_game(ledger, tongue))


def _match_won(ledger: Ledger, tongue: Tongue) -> str:
    winner, score = ledger.winner, ledger.score
    if winner is None:
        return ""
    return tongue(
        "{name} wins the match, {points} to {others}.",
        name=name_of(ledger, winner, tongue),
        points=score.of(winner),
        others=score.of(winner.other),
    )


def _next_game(ledger: Ledger, tongue: Tongue) -> str:
    if ledger.match.agreed.is_one_game:
        return tongue("Set up the starting position for the next game.")
    return tongue(
        "Set up the starting position of {game}, the next game.",
        game=game_name(rules_at(ledger, next_place(ledger)), tongue),
    )
