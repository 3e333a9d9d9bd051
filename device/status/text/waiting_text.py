"""What is waited for, when there is nothing worse to say."""

from device.status.text.ending_text import result_sentence
from device.status.text.naming import game_name, name_of, names_of, roll_called
from engine.board import Shape, Side
from engine.dice import Roll
from engine.i18n import ENGLISH, Translator, listed, marked
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn
from engine.play import Outcome
from engine.plays.turn_end import remarks
from engine.rules import gives_numbers
from engine.state.match_state import (
    MatchState,
    Phase,
    anybody_begins,
    is_opening,
    may_do,
    next_place,
    rules_at,
    rules_now,
)
from engine.tables.tables_game import Decide, DiceSource, TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import EscapeCall, announcement
from engine.trictrac import score_sentence, scored
from engine.turn.turn_reading import is_closed_out
from engine.words.rollnames import PLAIN, Tradition

_ANNOUNCED = {EscapeCall.RAICHI: marked("Raichi!"), EscapeCall.TUICHU: marked("Tuichu!")}


def awaited(match_state: MatchState, tradition: Tradition = PLAIN, translator: Translator = ENGLISH) -> str:
    """What the referee waits for, after what there is to tell of the last turn."""
    if match_state.phase is Phase.NO_GAME:
        if match_state.match.agreed.is_one_game:
            return translator("Set up the starting position.")
        return translator(
            "Set up the starting position of {game}.", game=game_name(rules_now(match_state), translator)
        )
    if match_state.phase is Phase.OVER:
        return _over(match_state, translator)
    if match_state.side is None:
        return _who_begins(match_state, translator)
    side, roll = name_of(match_state, match_state.side, translator), match_state.roll
    match match_state.phase:
        case Phase.DOUBLED:
            return _doubled(match_state, side, tradition, translator)
        case Phase.TO_MOVE if roll is None:
            return _joined(_announced(match_state, translator), translator("{name} to move.", name=side))
        case Phase.TO_MOVE if roll is not None and roll.carried:
            return _joined(
                *_scored(match_state, translator),
                _owed(match_state, match_state.side, roll, translator),
                _then(match_state, match_state.side, translator),
            )
        case Phase.TO_MOVE if roll is not None:
            if not is_thrown(match_state):
                return translator("{name} is given {roll}.", name=side, roll=roll)
            return _threw(roll, side, tradition, translator)
        case _:
            return _to_throw_now(match_state, match_state.side, translator)


def opening_sentence(match_state: MatchState, translator: Translator = ENGLISH) -> str | None:
    """Who begins, where the dice that decided it are the first throw."""
    if (
        match_state.phase is not Phase.TO_MOVE
        or match_state.side is None
        or match_state.roll is None
        or not is_opening(match_state)
    ):
        return None
    name = name_of(match_state, match_state.side, translator)
    if rules_now(match_state).decide is Decide.LOW_DIE:
        return translator("{name} threw the lower die and begins.", name=name)
    return translator("{name} threw the higher die and begins.", name=name)


def scores(match_state: MatchState, turn: CheckerTurn, translator: Translator = ENGLISH) -> tuple[str, ...]:
    """What a turn scored by the way, a sentence each; nothing for a play that broke the rules."""
    rules = rules_now(match_state)
    if not isinstance(rules, TablesGame) or turn.fault or turn.before is None or turn.roll is None:
        return ()
    outcome, names = Outcome(turn.after, turn.play), names_of(match_state, translator)
    found = scored(rules, turn.before, turn.side, turn.roll, outcome)
    return (
        *(score_sentence(rules, each, names) for each in found),
        *remarks(rules, turn.before, turn.side, turn.roll, outcome, names),
    )


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _threw(roll: Roll, side: str, tradition: Tradition, translator: Translator) -> str:
    word = roll_called(roll, tradition)
    if word is None:
        return translator("{name} threw {roll}.", name=side, roll=roll)
    return translator("{name} threw {roll}, {called}.", name=side, roll=roll, called=word)


def _doubled(match_state: MatchState, side: str, tradition: Tradition, translator: Translator) -> str:
    value, beavers = match_state.cube.next_value, CubeAction.BEAVER in may_do(match_state)
    take, drop = tradition.says_take, tradition.says_pass
    if take and drop:
        if beavers:
            return translator(
                "{name} doubles to {value}: take ({take}) or pass ({drop}), or beaver?",
                name=side,
                value=value,
                take=take,
                drop=drop,
            )
        return translator(
            "{name} doubles to {value}: take ({take}) or pass ({drop})?",
            name=side,
            value=value,
            take=take,
            drop=drop,
        )
    if beavers:
        return translator("{name} doubles to {value}: take or pass, or beaver?", name=side, value=value)
    return translator("{name} doubles to {value}: take or pass?", name=side, value=value)


def _to_throw_now(match_state: MatchState, side: Side, translator: Translator) -> str:
    name, other = (name_of(match_state, each, translator) for each in (side, side.other))
    if match_state.beaver is not None:
        return _beavered(match_state, match_state.beaver.side, translator)
    if match_state.begins is side and match_state.game and not match_state.game.turns:
        if _source(match_state) is DiceSource.THROWN:
            return translator("{name} begins, and throws.", name=name)
        return translator("{name} begins, and is given a number.", name=name)
    if _passes(match_state):
        return translator("{name} is closed out and passes: {other} to throw.", name=name, other=other)
    return _joined(
        *_scored(match_state, translator),
        _danced(match_state, translator),
        _last_turn(match_state, side, translator),
        _to_throw(match_state, side, translator),
    )


def _announced(match_state: MatchState, translator: Translator) -> str:
    """That the king can escape, where the players have agreed to have that said."""
    rules, position = rules_now(match_state), match_state.position
    if not isinstance(rules, TaflGame) or position is None:
        return ""
    found = announcement(rules, position)
    return "" if found is None else translator(_ANNOUNCED[found])


def _who_begins(match_state: MatchState, translator: Translator) -> str:
    decide = rules_now(match_state).decide
    if decide is Decide.AGREED:
        if _source(match_state) is DiceSource.THROWN:
            return translator("Agree who begins: they throw.")
        return translator("Agree who begins: they are given a number.")
    if anybody_begins(match_state):
        return translator("Who begins throws.")
    if decide is Decide.LOW_DIE:
        return translator("Throw a die each: who throws lower begins.")
    return translator("Throw a die each: who throws higher begins.")


def _scored(match_state: MatchState, translator: Translator) -> tuple[str, ...]:
    turn = match_state.last_turn
    return scores(match_state, turn, translator) if isinstance(turn, CheckerTurn) else ()


def _owed(match_state: MatchState, side: Side, roll: Roll, translator: Translator) -> str:
    """That a side plays the numbers that the other left over, or either of two."""
    if roll.either:
        return translator(
            "{name} first plays the {high} or the {low}, whichever {opponent} has left.",
            name=name_of(match_state, side, translator),
            opponent=name_of(match_state, side.other, translator),
            high=max(roll.dice),
            low=min(roll.dice),
        )
    return translator(
        "{name} plays {opponent}'s {numbers} first.",
        name=name_of(match_state, side, translator),
        opponent=name_of(match_state, side.other, translator),
        numbers=listed(roll.dice, translator),
    )


def _then(match_state: MatchState, side: Side, translator: Translator) -> str:
    """Who throws once a side has played the numbers that were left over, where that is not the same side."""
    if match_state.position is None or not match_state.position.past.thrower_again:
        return ""
    return translator("Then {name} throws again.", name=name_of(match_state, side.other, translator))


def _last_turn(match_state: MatchState, side: Side, translator: Translator) -> str:
    """That the side on turn has one turn left, the opponent having finished."""
    position = match_state.position
    if position is None or position.past.last_turn is not side:
        return ""
    return translator("{name} has one turn left.", name=name_of(match_state, side, translator))


def _again(turn: CheckerTurn, side: Side) -> bool:
    """Whether a side that throws now had the last throw, too."""
    past, carried = turn.after.past, turn.roll is not None and turn.roll.carried
    return past.thrower_again if carried else past.again and turn.side is side


def _to_throw(match_state: MatchState, side: Side, translator: Translator) -> str:
    """That a side is to throw, or to throw again, or to be given a number, as the game has it."""
    name, turn = name_of(match_state, side, translator), match_state.last_turn
    match _source(match_state):
        case DiceSource.OPPONENT_IN_SECRET:
            return translator(
                "{opponent} picks a number for {name}: lay it and what it lacks to seven as dice.",
                name=name,
                opponent=name_of(match_state, side.other, translator),
            )
        case DiceSource.CHANCE:
            return translator(
                "A number for {name} is left to chance: lay it and what it lacks to seven as dice.", name=name
            )
        case DiceSource.THROWN:
            if isinstance(turn, CheckerTurn) and _again(turn, side):
                return translator("{name} throws again.", name=name)
            return translator("{name} to throw.", name=name)


def is_thrown(match_state: MatchState) -> bool:
    """Whether the numbers of the game that is played are thrown with dice."""
    return not gives_numbers(rules_now(match_state))


def _source(match_state: MatchState) -> DiceSource:
    rules = rules_now(match_state)
    return rules.source_of_dice if isinstance(rules, TablesGame) else DiceSource.THROWN


def _beavered(match_state: MatchState, doubler: Side, translator: Translator) -> str:
    """What is said after a beaver: where the cube is, and what who doubled first can do about it."""
    first, other = (name_of(match_state, each, translator) for each in (doubler, doubler.other))
    said = translator("{name} beavers: the cube is at {value}.", name=other, value=match_state.cube.value)
    may = may_do(match_state)
    match CubeAction.PASS in may, CubeAction.RACCOON in may:
        case True, True:
            can = translator("{name} throws, or passes, or says raccoon.", name=first)
        case True, False:
            can = translator("{name} throws, or passes.", name=first)
        case False, True:
            can = translator("{name} throws, or says raccoon.", name=first)
        case _:
            can = translator("{name} throws.", name=first)
    return _joined(said, can)


def _passes(match_state: MatchState) -> bool:
    """Whether the side on turn can enter with no throw, and passes without throwing (rules 6.7)."""
    side, position = match_state.side, match_state.position
    if side is None or position is None or not match_state.profile.auto_pass_closed_out:
        return False
    if position.shape is Shape.TAFL:
        return False
    return is_closed_out(rules_now(match_state), position, side)


def _danced(match_state: MatchState, translator: Translator) -> str:
    turn = match_state.last_turn
    if isinstance(turn, CheckerTurn) and not turn.play.moves and turn.side is not match_state.side:
        return translator("{name} cannot play.", name=name_of(match_state, turn.side, translator))
    return ""


def _over(match_state: MatchState, translator: Translator) -> str:
    result, names = match_state.game.result if match_state.game else None, names_of(match_state, translator)
    said = result_sentence(result, names) if result else translator("The game is over.")
    return _joined(said, _match_won(match_state, translator) or _next_game(match_state, translator))


def _match_won(match_state: MatchState, translator: Translator) -> str:
    winner, score = match_state.winner, match_state.score
    if winner is None:
        return ""
    return translator(
        "{name} wins the match, {points} to {others}.",
        name=name_of(match_state, winner, translator),
        points=score.of(winner),
        others=score.of(winner.other),
    )


def _next_game(match_state: MatchState, translator: Translator) -> str:
    if match_state.match.agreed.is_one_game:
        return translator("Set up the starting position for the next game.")
    return translator(
        "Set up the starting position of {game}, the next game.",
        game=game_name(rules_at(match_state, next_place(match_state)), translator),
    )
