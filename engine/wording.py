"""The sentences of the rules: message ids and their texts; language and names are given by the caller."""

from dataclasses import dataclass

from engine.board import Side
from engine.fault import Fault

_NAMED = ("mover", "opponent", "owner")
_COUNTED = ("count", "given", "left", "needed")
_COUNTS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}  # fmt: skip

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "appeared": "There is one checker of {owner}'s too many on {point}.",
        "band": "{move} is not possible: before the {region} point no two checkers of {mover}'s may stand on one point.",
        "band_most": "{move} is not possible: before the {region} point no more than {count} checkers of {mover}'s may stand on one point.",
        "bar_first": "{mover} has a checker on the bar, which must enter first.",
        "bar_first_several": "{mover} has {count} checkers on the bar, which must enter first.",
        "bearoff_any": "{move} is not possible: once all checkers are home, every number bears one off.",
        "bearoff_behind": "{move} is not possible with a {unit}: a checker stands behind it, on {point}.",
        "bearoff_exact": "{move} is not possible with a {unit}: only the exact number bears off.",
        "bearoff_hand": "{move} is not possible: {mover} still has checkers in the hand.",
        "bearoff_never": "{move} is not possible: no checkers are borne off in this game.",
        "bearoff_next_turn": "{move} is not possible: checkers are borne off only in a turn that begins with all of them home.",
        "bearoff_outside": "{move} is not possible: not all of {mover}'s checkers are home, one is on {point}.",
        "bearoff_pinned": "{move} is not possible: {mover}'s checker on {point} is pinned, and nothing is borne off until it is free.",
        "bearoff_rear": "{move} is not possible: only the hindmost checker may be borne off, the one on {point}.",
        "block": "{move} is not possible: {opponent} holds that point.",
        "block_between": "{move} is not possible: {opponent} holds {points} on the way.",
        "block_pinned": "{move} is not possible: {opponent} holds {point}, where {mover}'s checker is pinned.",
        "block_single": "{move} is not possible: {opponent} has a checker there, and one is enough to close a point.",
        "break": "{move} is not possible: {opponent}'s made point on {point} may not be broken now.",
        "chase_corner": "{mover}'s last checker goes only from corner to corner, with a 1 or a 6; legal is {legal}.",
        "chase_counting": "{move} is not possible: only 1s, 6s and doublets are played.",
        "chase_protected": "{move} is not possible: {opponent}'s last checker may not be taken there.",
        "chase_stacked": "{move} is not possible: only one checker may stand on a point.",
        "chase_untaken": "{opponent}'s checker was taken by {move} and must leave the board.",
        "corner_doublet": "{move} is not possible: only a throw with a doublet leads into the second half.",
        "dice": "Only the {high} or the {low} was thrown: {move} would need {need}.",
        "dice_doublet": "Only {high}s were thrown: {move} would need {need}.",
        "dice_nothing": "{roll} gives nothing to play here: {move} is not possible.",
        "dice_once": "The {unit} was thrown only once, but {play} uses it twice.",
        "dice_several": "The throw gives only {numbers}: {move} would need {need}.",
        "dice_single": "Only the {high} can be used: {move} would need {need}.",
        "direction": "{move} goes backwards.",
        "entry": "{move} is not possible: a checker may not enter on {point}, where {mover}'s own stand.",
        "entry_enemy": "{move} is not possible: a checker may enter only on an empty point, and {opponent} stands on {point}.",
        "event_corner": "hitting the rest corner",
        "event_counter_mezeas": "the counter-jan of mezeas",
        "event_counter_two_tables": "the counter-jan of two tables",
        "event_false_big": "a false hit in a big jan",
        "event_false_small": "a false hit in a small jan",
        "event_fill_big": "filling the big jan",
        "event_fill_return": "filling the jan of return",
        "event_fill_small": "filling the small jan",
        "event_finish": "bearing off all checkers first",
        "event_hit_big": "a hit in a big jan",
        "event_hit_small": "a hit in a small jan",
        "event_keep_big": "keeping the big jan",
        "event_keep_return": "keeping the jan of return",
        "event_keep_small": "keeping the small jan",
        "event_margot": "cloven Margot",
        "event_meeting": "the jan of meeting",
        "event_mezeas": "the jan of mezeas",
        "event_misery": "the pile of misery",
        "event_six_tables": "the jan of six tables",
        "event_two_tables": "the jan of two tables",
        "event_unplayable": "a number that cannot be played",
        "event_unplayable_both": "two numbers that cannot be played",
        "gap": "{mover} may not hold all six points {points}: one of them must stay open.",
        "half_way": "{move} is not possible: no checker may pass the middle while {mover} has others to bring in.",
        "hand_first": "{mover} has a checker in the hand, which must come in first.",
        "hand_first_one": "{mover} must first bring in one checker from the hand.",
        "hand_first_several": "{mover} has {count} checkers in the hand, which must come in first.",
        "hand_first_some": "{mover} must first bring in {count} checkers from the hand.",
        "head": "Only one checker may leave the head in a turn.",
        "head_several": "Only {count} checkers may leave the head in this turn.",
        "higher_die": "The {unit} must be played, as it is the higher of the two numbers and only one can be.",
        "higher_die_of": "The {unit} must be played, as it is the highest number that can be and only one can be: {play}.",
        "hit_not_on_bar": "{opponent}'s checker on {point} was hit and must be put on the bar.",
        "hit_run": "The checker that hit on {mover}'s {point} point may not move on in this turn.",
        "huk": "{move} is not possible: {needed} checkers must have left the head before the 13 point is entered, and {left} have.",
        "low_first": "The {low} must be played before the {high}, as it is the smaller number.",
        "low_first_lost": "The {low}, the smaller number, comes first; as it cannot be played, the {high} is lost too.",
        "made_in_first_quarter": "No more than {count} points of the first quarter may hold two or more checkers: {mover} has made {points}.",
        "must_use_all": "All {count} {unit}s can be played: {play}.",
        "must_use_both": "Both numbers can be played: {play} uses the {high} and the {low}.",
        "must_use_carried": "{mover} must first play what {opponent} could not play, as far as possible: {play}.",
        "must_use_many": "{count} numbers can be played: {play}.",
        "must_use_more": "More of the numbers can be played.",
        "must_use_numbers": "{count} numbers can be played: {play} uses {numbers}.",
        "must_use_one": "The {unit} can be played: {play}.",
        "must_use_play": "More can be played: {play}.",
        "must_use_some": "{count} of the {unit}s can be played: {play}.",
        "must_use_twice": "Both {unit}s can be played: {play}.",
        "no_checker": "{mover} has no checker on {point} to move.",
        "no_hit_yet": "{move} is not possible: {mover} may not hit before one checker has come home.",
        "no_hit_yet_several": "{move} is not possible: {mover} may not hit before {count} checkers have come home.",
        "not_hit": "{opponent}'s checker on {point} was put on the bar, but it was not hit.",
        "opponent_moved": "{opponent}'s checker was moved from {origin} to {target}, as {mover} counts.",
        "over": "The game was over before the last move: nothing more is played.",
        "pairs_first": "{move} is not possible: two checkers must first come in on each of the first six points, and {points} lack some.",
        "pairs_full": "{move} is not possible: {point} has its two checkers, and the other points must get theirs first.",
        "pairs_hit": "{move} is not possible: nothing is hit while the first six points are being made.",
        "pinned": "{move} is not possible: the checker on {point} is pinned by {opponent}.",
        "prime_most": "No more than {count} made points in a row are allowed: {mover} holds {points}.",
        "prime_needs": "{mover} may hold the points {points} in a row only with checkers on {needed}.",
        "prime_passer": "{mover} may not hold the points {points} in a row, as none of {opponent}'s checkers has passed them.",
        "prime_trapped": "{mover} may not hold the points {points}, as all of {opponent}'s checkers stand right behind them.",
        "put_on_bar": "{mover}'s checker from {point} was put on the bar, but it was not hit.",
        "rabattues_early": "{move} is not possible: {mover} lifts checkers only after all are laid down.",
        "returned": "A checker that was borne off has come back, to {point}.",
        "runner": "No other checker may move before the one on {point} has come to the {region} point or beyond.",
        "scored_hole": "{owner} makes a hole by {event}.",
        "scored_holes": "{owner} makes {points} holes by {event}.",
        "scored_points": "{owner} scores {points} for {event}.",
        "scored_points_ways": "{owner} scores {points} for {event}, in {ways} ways.",
        "stage_first": "The {later} come only after all {count} {low}s have been played.",
        "stage_first_both": "The {later} come only after both {low}s have been played.",
        "stage_first_both_lost": "The {later} come only after both {low}s, and these cannot both be played: the rest is lost.",
        "stage_first_lost": "The {later} come only after all {count} {low}s, and these cannot all be played: the rest is lost.",
        "stage_first_mixed": "The {later} come only after the {earlier} have been played.",
        "stage_first_mixed_lost": "The {later} come only after the {earlier}, and these cannot all be played: the rest is lost.",
        "tafl_block": "The move {move} is not possible: the way is blocked, on {squares}.",
        "tafl_corner": "The move {move} is not possible: only the king may stop on a corner.",
        "tafl_king_appeared": "There is a second king, on {square}.",
        "tafl_king_moved_by_opponent": "The king was moved from {origin} to {target}, but it is {mover}'s turn.",
        "tafl_king_not_captured": "The king was taken off {square}, but he is not captured.",
        "tafl_king_stands": "The king on {squares} is captured and must be taken off.",
        "tafl_king_vanished": "The king has vanished from {square}.",
        "tafl_man_appeared": "{owner} has a man too many, on {square}.",
        "tafl_man_moved_by_opponent": "{opponent}'s man was moved from {origin} to {target}, but it is {mover}'s turn.",
        "tafl_man_not_captured": "{opponent}'s man was taken off {square}, but it is not captured.",
        "tafl_man_stands": "{opponent}'s man on {squares} is captured and must be taken off.",
        "tafl_man_vanished": "A man of {owner}'s has vanished from {square}.",
        "tafl_no_move": "{mover} has not moved: one man must be moved.",
        "tafl_over": "The game is over: nothing more is moved.",
        "tafl_pass": "The move {move} is not possible: the throne may not be passed over.",
        "tafl_return": "The move {move} is not possible: the king may not return to the throne.",
        "tafl_several_stand": "{opponent}'s men on {squares} are captured and must be taken off.",
        "tafl_straight": "The move {move} is not possible: it is not in a straight line.",
        "tafl_throne": "The move {move} is not possible: only the king may stop on the throne.",
        "tafl_too_many": "{count} men were moved, but only one may be: {play}.",
        "too_many": "{count} moves were made with two numbers: {play}.",
        "too_many_doublet": "{count} moves were made, but a doublet gives only four: {play}.",
        "too_many_here": "{count} moves were made, but the throw gives only {given}: {play}.",
        "trictrac_bearoff": "{move} is not possible: that checker cannot be borne off with this throw.",
        "trictrac_big": "{move} is not possible: {opponent} can still fill his big jan, which may only be passed through.",
        "trictrac_block": "{move} is not possible: {opponent} has a checker there.",
        "trictrac_coin": "{move} is not possible: the rest corner is taken by two checkers together, and so are the last two moved away.",
        "trictrac_fill": "A quarter can be filled and must be: {legal}.",
        "trictrac_force": "{move} is not possible: the rest corner can be taken directly, so not by force.",
        "trictrac_keep": "The filled quarter can be kept and must be: {legal}.",
        "trictrac_pairs": "{move} is not possible: {opponent}'s side is entered only by two checkers together.",
        "trictrac_small": "{move} is not possible: {opponent} can still fill his small jan, so his side may not be entered.",
        "trictrac_their_coin": "{move} is not possible: {opponent}'s rest corner may never be taken.",
        "unreachable": "No way of playing {roll} leads to this position.",
        "vanished": "A checker of {owner}'s has vanished from {point}.",
        "waste": "{play} wastes less: the checkers must be borne off with as little waste as possible.",
    },
}
"""The texts by language and message id; `{mover}`, `{opponent}` and `{owner}` stand for players' names."""


@dataclass(frozen=True, slots=True)
class Names:
    """What to call the players, and in which language; a language that nobody has translated falls back to English."""

    white: str = "White"
    black: str = "Black"
    language: str = "en"

    def of(self, side: Side) -> str:
        """The name of a side."""
        return (self.white or "White") if side is Side.WHITE else (self.black or "Black")


def sentence(fault: Fault, names: Names) -> str:
    """A fault as a sentence for people.

    >>> sentence(Fault("R.bar_first", "bar_first", (("mover", "W"),)), Names("Anna", "Ben"))
    'Anna has a checker on the bar, which must enter first.'
    """
    language = names.language if names.language in TEXTS else "en"
    template = TEXTS[language][fault.message]
    filled = {name: _filled(name, value, names, language) for name, value in fault.args}
    text = template.format(**filled)
    return (
        text if template.startswith(tuple(f"{{{name}}}" for name in _NAMED)) else text[:1].upper() + text[1:]
    )


def sentences(fault: Fault, names: Names) -> tuple[str, ...]:
    """A sentence for every rule that was broken, the most telling first."""
    return tuple(sentence(each, names) for each in (fault, *fault.also))


def _filled(name: str, value: str | int, names: Names, language: str) -> str:
    if name in _NAMED:
        return names.of(Side(value))
    if name in _COUNTED and isinstance(value, int) and value < len(_COUNTS[language]):
        return _COUNTS[language][value]
    return str(value)
