"""The texts of the rules' sentences, in English, by their message ids;
`engine.words.wording` puts them into a language.

`{mover}`, `{opponent}` and `{owner}` stand for players' names. A text that counts something has two forms. Where a
checker stands on no point but on the bar, in the hand or in the tray, the id ends in that word.
"""

from engine.i18n import marked, marked_many

TEXTS: dict[str, str | tuple[str, str]] = {
    "appeared": marked("There is one checker of {owner}'s too many on {point}."),
    "appeared_bar": marked("There is one checker of {owner}'s too many on the bar."),
    "appeared_tray": marked("One checker of {owner}'s too many is borne off."),
    "band": marked(
        "{move} is not possible: before the {region} point no two checkers of {mover}'s may stand on one point."
    ),
    "band_most": marked_many(
        "{move} is not possible: before the {region} point no more than {count} checker of {mover}'s may "
        "stand on one point.",
        "{move} is not possible: before the {region} point no more than {count} checkers of {mover}'s may "
        "stand on one point.",
    ),
    "bar_first": marked("{mover} has a checker on the bar, which must enter first."),
    "bar_first_several": marked_many(
        "{mover} has {count} checker on the bar, which must enter first.",
        "{mover} has {count} checkers on the bar, which must enter first.",
    ),
    "bearoff_any": marked("{move} is not possible: once all checkers are home, every number bears one off."),
    "bearoff_behind": marked("{move} is not possible with a {unit}: a checker stands behind it, on {point}."),
    "bearoff_exact": marked("{move} is not possible with a {unit}: only the exact number bears off."),
    "bearoff_hand": marked("{move} is not possible: {mover} still has checkers in the hand."),
    "bearoff_never": marked("{move} is not possible: no checkers are borne off in this game."),
    "bearoff_next_turn": marked(
        "{move} is not possible: checkers are borne off only in a turn that begins with all of them home."
    ),
    "bearoff_outside": marked(
        "{move} is not possible: not all of {mover}'s checkers are home, one is on {point}."
    ),
    "bearoff_outside_bar": marked(
        "{move} is not possible: not all of {mover}'s checkers are home, one is on the bar."
    ),
    "bearoff_pinned": marked(
        "{move} is not possible: {mover}'s checker on {point} is pinned, and nothing is borne off until it is free."
    ),
    "bearoff_rear": marked(
        "{move} is not possible: only the hindmost checker may be borne off, the one on {point}."
    ),
    "block": marked("{move} is not possible: {opponent} holds that point."),
    "block_between": marked("{move} is not possible: {opponent} holds {points} on the way."),
    "block_pinned": marked(
        "{move} is not possible: {opponent} holds {point}, where {mover}'s checker is pinned."
    ),
    "block_single": marked(
        "{move} is not possible: {opponent} has a checker there, and one is enough to close a point."
    ),
    "break": marked("{move} is not possible: {opponent}'s made point on {point} may not be broken now."),
    "chase_corner": marked(
        "{mover}'s last checker goes only from corner to corner, with a 1 or a 6; legal is {legal}."
    ),
    "chase_counting": marked("{move} is not possible: only 1s, 6s and doublets are played."),
    "chase_protected": marked("{move} is not possible: {opponent}'s last checker may not be taken there."),
    "chase_stacked": marked("{move} is not possible: only one checker may stand on a point."),
    "chase_untaken": marked("{opponent}'s checker was taken by {move} and must leave the board."),
    "corner_doublet": marked(
        "{move} is not possible: only a throw with a doublet leads into the second half."
    ),
    "dice": marked("Only the {high} or the {low} was thrown: {move} would need a {need}."),
    "dice_doublet": marked("Only {high}s were thrown: {move} would need a {need}."),
    "dice_doublet_far": marked("Only {high}s were thrown: {move} would need {need} points."),
    "dice_far": marked("Only the {high} or the {low} was thrown: {move} would need {need} points."),
    "dice_nothing": marked("{roll} gives nothing to play here: {move} is not possible."),
    "dice_once": marked("The {unit} was thrown only once, but {play} uses it twice."),
    "dice_several": marked("The throw gives only {numbers}: {move} would need a {need}."),
    "dice_several_far": marked("The throw gives only {numbers}: {move} would need {need} points."),
    "dice_single": marked("Only the {high} can be used: {move} would need a {need}."),
    "dice_single_far": marked("Only the {high} can be used: {move} would need {need} points."),
    "direction": marked("{move} goes backwards."),
    "entry": marked("{move} is not possible: a checker may not enter on {point}, where {mover}'s own stand."),
    "entry_enemy": marked(
        "{move} is not possible: a checker may enter only on an empty point, and {opponent} stands on {point}."
    ),
    "gap": marked("{mover} may not hold all six points {points}: one of them must stay open."),
    "given": marked("Only the {high} or the {low} was given: {move} would need a {need}."),
    "given_far": marked("Only the {high} or the {low} was given: {move} would need {need} points."),
    "given_once": marked("The {unit} was given only once, but {play} uses it twice."),
    "half_way": marked(
        "{move} is not possible: no checker may pass the middle while {mover} has others to bring in."
    ),
    "hand_first": marked("{mover} has a checker in the hand, which must come in first."),
    "hand_first_one": marked("{mover} must first bring in one checker from the hand."),
    "hand_first_several": marked_many(
        "{mover} has {count} checker in the hand, which must come in first.",
        "{mover} has {count} checkers in the hand, which must come in first.",
    ),
    "hand_first_some": marked_many(
        "{mover} must first bring in {count} checker from the hand.",
        "{mover} must first bring in {count} checkers from the hand.",
    ),
    "head": marked("Only one checker may leave the head in a turn."),
    "head_several": marked_many(
        "Only {count} checker may leave the head in this turn.",
        "Only {count} checkers may leave the head in this turn.",
    ),
    "higher_die": marked(
        "The {unit} must be played, as it is the higher of the two numbers and only one can be."
    ),
    "higher_die_of": marked(
        "The {unit} must be played, as it is the highest number that can be and only one can be: {play}."
    ),
    "hit_not_on_bar": marked("{opponent}'s checker on {point} was hit and must be put on the bar."),
    "hit_run": marked("The checker that hit on {mover}'s {point} point may not move on in this turn."),
    "huk": marked_many(
        "{move} is not possible: {count} checker must have left the head before the 13 point is entered, "
        "and {left} have.",
        "{move} is not possible: {count} checkers must have left the head before the 13 point is entered, "
        "and {left} have.",
    ),
    "low_first": marked("The {low} must be played before the {high}, as it is the smaller number."),
    "low_first_lost": marked(
        "The {low}, the smaller number, comes first; as it cannot be played, the {high} is lost too."
    ),
    "made_in_first_quarter": marked_many(
        "No more than {count} point of the first quarter may hold two or more checkers: {mover} has made {points}.",
        "No more than {count} points of the first quarter may hold two or more checkers: {mover} has made {points}.",
    ),
    "must_use_all": marked_many(
        "All {count} {unit} can be played: {play}.",
        "All {count} {unit}s can be played: {play}.",
    ),
    "must_use_both": marked("Both numbers can be played: {play} uses the {high} and the {low}."),
    "must_use_carried": marked(
        "{mover} must first play what {opponent} could not play, as far as possible: {play}."
    ),
    "must_use_many": marked_many(
        "{count} number can be played: {play}.",
        "{count} numbers can be played: {play}.",
    ),
    "must_use_more": marked("More of the numbers can be played."),
    "must_use_numbers": marked_many(
        "{count} number can be played: {play} uses {numbers}.",
        "{count} numbers can be played: {play} uses {numbers}.",
    ),
    "must_use_one": marked("The {unit} can be played: {play}."),
    "must_use_play": marked("More can be played: {play}."),
    "must_use_some": marked("{count} of the {unit}s can be played: {play}."),
    "must_use_twice": marked("Both {unit}s can be played: {play}."),
    "no_checker": marked("{mover} has no checker on {point} to move."),
    "no_hit_yet": marked("{move} is not possible: {mover} may not hit before one checker has come home."),
    "no_hit_yet_several": marked_many(
        "{move} is not possible: {mover} may not hit before {count} checker has come home.",
        "{move} is not possible: {mover} may not hit before {count} checkers have come home.",
    ),
    "not_hit": marked("{opponent}'s checker on {point} was put on the bar, but it was not hit."),
    "not_hit_tray": marked("{opponent}'s checker was put from the tray on the bar, but it was not hit."),
    "opponent_moved": marked("{opponent}'s checker was moved from {origin} to {target}, as {mover} counts."),
    "opponent_moved_bar": marked(
        "{opponent}'s checker was moved from the bar to {target}, as {mover} counts."
    ),
    "opponent_moved_to_bar": marked(
        "{opponent}'s checker was moved from {origin} to the bar, as {mover} counts."
    ),
    "opponent_moved_tray": marked(
        "{opponent}'s checker was brought back from the tray to {target}, as {mover} counts."
    ),
    "over": marked("The game was over before the last move: nothing more is played."),
    "pairs_first": marked(
        "{move} is not possible: two checkers must first come in on each of the first six points, and "
        "{points} lack some."
    ),
    "pairs_full": marked(
        "{move} is not possible: {point} has its two checkers, and the other points must get theirs first."
    ),
    "pairs_hit": marked("{move} is not possible: nothing is hit while the first six points are being made."),
    "pinned": marked("{move} is not possible: the checker on {point} is pinned by {opponent}."),
    "prime_most": marked_many(
        "No more than {count} made point in a row is allowed: {mover} holds {points}.",
        "No more than {count} made points in a row are allowed: {mover} holds {points}.",
    ),
    "prime_needs": marked("{mover} may hold the points {points} in a row only with checkers on {needed}."),
    "prime_passer": marked(
        "{mover} may not hold the points {points} in a row, as none of {opponent}'s checkers has passed them."
    ),
    "prime_trapped": marked(
        "{mover} may not hold the points {points}, as all of {opponent}'s checkers stand right behind them."
    ),
    "put_on_bar": marked("{mover}'s checker from {point} was put on the bar, but it was not hit."),
    "rabattues_early": marked("{move} is not possible: {mover} lifts checkers only after all are laid down."),
    "recorded": marked("The record calls this play of {roll} illegal, and does not say why."),
    "returned": marked("A checker that was borne off has come back, to {point}."),
    "returned_bar": marked("A checker that was borne off has come back, to the bar."),
    "runner": marked(
        "No other checker may move before the one on {point} has come to the {region} point or beyond."
    ),
    "stage_first": marked_many(
        "All {count} {low} has to be played before any {high}.",
        "All {count} {low}s have to be played before any {high}.",
    ),
    "stage_first_both": marked("Both {low}s have to be played before any {high}."),
    "stage_first_both_lost": marked(
        "Both {low}s have to be played before any {high}; as they cannot both be played, the rest is lost."
    ),
    "stage_first_lost": marked_many(
        "All {count} {low} has to be played before any {high}; as they cannot all be played, the rest is lost.",
        "All {count} {low}s have to be played before any {high}; as they cannot all be played, the rest is lost.",
    ),
    "stage_first_mixed": marked("The {earlier} have to be played before any {high}."),
    "stage_first_mixed_lost": marked(
        "The {earlier} have to be played before any {high}; as they cannot all be played, the rest is lost."
    ),
    "tafl_block": marked("The move {move} is not possible: the way is blocked, on {squares}."),
    "tafl_corner": marked("The move {move} is not possible: only the king may stop on a corner."),
    "tafl_king_appeared": marked("There is a second king, on {square}."),
    "tafl_king_moved_by_opponent": marked(
        "The king was moved from {origin} to {target}, but it is {mover}'s turn."
    ),
    "tafl_king_not_captured": marked("The king was taken off {square}, but he is not captured."),
    "tafl_king_stands": marked("The king on {squares} is captured and must be taken off."),
    "tafl_king_vanished": marked("The king has vanished from {square}."),
    "tafl_man_appeared": marked("{owner} has a man too many, on {square}."),
    "tafl_man_moved_by_opponent": marked(
        "{opponent}'s man was moved from {origin} to {target}, but it is {mover}'s turn."
    ),
    "tafl_man_not_captured": marked("{opponent}'s man was taken off {square}, but it is not captured."),
    "tafl_man_stands": marked("{opponent}'s man on {squares} is captured and must be taken off."),
    "tafl_man_vanished": marked("A man of {owner}'s has vanished from {square}."),
    "tafl_no_move": marked("{mover} has not moved: one man must be moved."),
    "tafl_over": marked("The game is over: nothing more is moved."),
    "tafl_pass": marked("The move {move} is not possible: the throne may not be passed over."),
    "tafl_return": marked("The move {move} is not possible: the king may not return to the throne."),
    "tafl_several_stand": marked("{opponent}'s men on {squares} are captured and must be taken off."),
    "tafl_straight": marked("The move {move} is not possible: it is not in a straight line."),
    "tafl_throne": marked("The move {move} is not possible: only the king may stop on the throne."),
    "tafl_too_many": marked_many(
        "{count} man was moved, but only one may be: {play}.",
        "{count} men were moved, but only one may be: {play}.",
    ),
    "too_many": marked_many(
        "{count} move was made with two numbers: {play}.",
        "{count} moves were made with two numbers: {play}.",
    ),
    "too_many_doublet": marked_many(
        "{count} move was made, but a doublet gives only four: {play}.",
        "{count} moves were made, but a doublet gives only four: {play}.",
    ),
    "too_many_here": marked_many(
        "{count} move was made, but the throw gives only {given}: {play}.",
        "{count} moves were made, but the throw gives only {given}: {play}.",
    ),
    "trictrac_bearoff": marked("{move} is not possible: that checker cannot be borne off with this throw."),
    "trictrac_big": marked(
        "{move} is not possible: {opponent} can still fill their big jan, which may only be passed through."
    ),
    "trictrac_block": marked("{move} is not possible: {opponent} has a checker there."),
    "trictrac_coin": marked(
        "{move} is not possible: the rest corner is taken by two checkers together, and so are the last two moved away."
    ),
    "trictrac_fill": marked("A quarter can be filled and must be: {legal}."),
    "trictrac_force": marked(
        "{move} is not possible: the rest corner can be taken directly, so not by force."
    ),
    "trictrac_keep": marked("The filled quarter can be kept and must be: {legal}."),
    "trictrac_pairs": marked(
        "{move} is not possible: {opponent}'s side is entered only by two checkers together."
    ),
    "trictrac_small": marked(
        "{move} is not possible: {opponent} can still fill their small jan, so their side may not be entered."
    ),
    "trictrac_their_coin": marked("{move} is not possible: {opponent}'s rest corner may never be taken."),
    "unreachable": marked("No way of playing {roll} leads to this position."),
    "unreachable_still": marked("No checker of {mover}'s has moved as {roll} asks: {play} would be legal."),
    "unreachable_tried": marked("{tried} was tried, but {roll} cannot be played so: {play} would be legal."),
    "vanished": marked("A checker of {owner}'s has vanished from {point}."),
    "vanished_bar": marked("A checker of {owner}'s has vanished from the bar."),
    "vanished_hand": marked("A checker of {owner}'s has vanished from the hand."),
    "vanished_tray": marked("A checker of {owner}'s that was borne off has vanished."),
    "waste": marked("{play} wastes less: the checkers must be borne off with as little waste as possible."),
}
"""What breaks a rule, by message id."""

REMARKS: dict[str, tuple[str, str]] = {
    "told_bomarsund": marked_many(
        "Bomarsund: {mover} holds the points on which {opponent} enters with a 5 and with a 6.",
        "Bomarsund: {mover} holds the points on which {opponent} enters with a 5 and with a 6.",
    ),
    "told_chips": marked_many("{mover} wins {count} chip.", "{mover} wins {count} chips."),
    "told_chips_lost": marked_many("{mover} loses {count} chip.", "{mover} loses {count} chips."),
    "told_fat": marked_many(
        "Fåt: {mover} cannot play {count} of the numbers.", "Fåt: {mover} cannot play {count} of the numbers."
    ),
    "told_huk": marked_many(
        "{mover} has reached the huk, the 13 point.", "{mover} has reached the huk, the 13 point."
    ),
}
"""What else a turn brought about."""

EVENTS: dict[str, str] = {
    "event_corner": marked("hitting the rest corner"),
    "event_counter_mezeas": marked("the counter-jan of mezeas"),
    "event_counter_two_tables": marked("the counter-jan of two tables"),
    "event_false_big": marked("a false hit in a big jan"),
    "event_false_small": marked("a false hit in a small jan"),
    "event_fill_big": marked("filling the big jan"),
    "event_fill_return": marked("filling the jan of return"),
    "event_fill_small": marked("filling the small jan"),
    "event_finish": marked("bearing off all checkers first"),
    "event_hit_big": marked("a hit in a big jan"),
    "event_hit_small": marked("a hit in a small jan"),
    "event_keep_big": marked("keeping the big jan"),
    "event_keep_return": marked("keeping the jan of return"),
    "event_keep_small": marked("keeping the small jan"),
    "event_margot": marked("cloven Margot"),
    "event_meeting": marked("the jan of meeting"),
    "event_mezeas": marked("the jan of mezeas"),
    "event_misery": marked("the pile of misery"),
    "event_six_tables": marked("the jan of six tables"),
    "event_two_tables": marked("the jan of two tables"),
    "event_unplayable": marked("a number that cannot be played"),
    "event_unplayable_both": marked("two numbers that cannot be played"),
}
"""What scores in trictrac and its relatives, each as something that is named after a colon."""
