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
    "band": marked("{move} is illegal: before the {region} {mover}'s checkers stand singly."),
    "band_most": marked_many(
        "{move} is illegal: before the {region} at most {count} of {mover}'s stands on a point.",
        "{move} is illegal: before the {region} at most {count} of {mover}'s stand on a point.",
    ),
    "bar_first": marked("{mover}'s checker on the bar must enter first."),
    "bar_first_several": marked_many(
        "{mover}'s {count} checker on the bar must enter first.",
        "{mover}'s {count} checkers on the bar must enter first.",
    ),
    "bearoff_any": marked("{move} is illegal: with all checkers home, every number bears one off."),
    "bearoff_behind": marked("{move} with a {unit} is illegal: a checker stands behind it, on {point}."),
    "bearoff_exact": marked("{move} with a {unit} is illegal: only the exact number bears off."),
    "bearoff_hand": marked("{move} is illegal: {mover} still has checkers in the hand."),
    "bearoff_never": marked("{move} is illegal: nothing is borne off in this game."),
    "bearoff_next_turn": marked("{move} is illegal: the turn must begin with all checkers home."),
    "bearoff_outside": marked("{move} is illegal: {mover} still has a checker on {point}."),
    "bearoff_outside_bar": marked("{move} is illegal: {mover} still has a checker on the bar."),
    "bearoff_pinned": marked("{move} is illegal while {mover}'s checker on {point} is pinned."),
    "bearoff_rear": marked("{move} is illegal: the hindmost checker, the one on {point}, goes first."),
    "block": marked("{move} is illegal: {opponent} holds that point."),
    "block_between": marked("{move} is illegal: {opponent} holds {points} on the way."),
    "block_pinned": marked("{move} is illegal: {opponent} pins {mover}'s checker on {point}."),
    "block_single": marked("{move} is illegal: one checker of {opponent}'s closes that point."),
    "break": marked("{move} is illegal: {opponent}'s made point, {point}, may not be broken now."),
    "chase_corner": marked(
        "{mover}'s last checker goes from corner to corner, with a 1 or a 6: {legal} is legal."
    ),
    "chase_counting": marked("{move} is illegal: only 1s, 6s and doublets are played."),
    "chase_one_left": marked("{opponent} left {mover} one of the two numbers, but {play} uses both."),
    "chase_protected": marked("{move} is illegal: {opponent}'s last checker is safe there."),
    "chase_stacked": marked("{move} is illegal: only one checker may stand on a point."),
    "chase_untaken": marked("{move} took {opponent}'s checker, which must leave the board."),
    "corner_doublet": marked("{move} is illegal: only a doublet leads into the second half."),
    "dice": marked("{move} needs a {need}: only the {high} and the {low} were thrown."),
    "dice_doublet": marked("{move} needs a {need}: only {high}s were thrown."),
    "dice_doublet_far": marked("{move} needs {need} points: only {high}s were thrown."),
    "dice_far": marked("{move} needs {need} points: only the {high} and the {low} were thrown."),
    "dice_nothing": marked("{roll} gives nothing to play here, so {move} is illegal."),
    "dice_once": marked("The {unit} was thrown once, but {play} uses it twice."),
    "dice_several": marked("{move} needs a {need}: the throw gives only {numbers}."),
    "dice_several_far": marked("{move} needs {need} points: the throw gives only {numbers}."),
    "dice_spent": marked("{move} takes one {unit} more than the throw gives."),
    "dice_lower": marked("{move} is illegal: only the lower number is played, the {low}."),
    "dice_single": marked("{move} needs a {need}: only the {high} can be used."),
    "dice_single_far": marked("{move} needs {need} points: only the {high} can be used."),
    "direction": marked("{move} goes backwards."),
    "entry": marked("{move} is illegal: {mover}'s own checkers stand on {point}."),
    "entry_enemy": marked("{move} is illegal: only empty points are entered, and {opponent} is on {point}."),
    "entry_shut": marked("{opponent}'s checker must be able to enter: {mover} may not make {points}."),
    "gap": marked("{mover} may not fill {points}: one of them must stay open."),
    "given": marked("{move} needs a {need}: only the {high} and the {low} were given."),
    "given_far": marked("{move} needs {need} points: only the {high} and the {low} were given."),
    "given_once": marked("The {unit} was given once, but {play} uses it twice."),
    "file": marked("{move} is illegal: {mover}'s checker on {point} is in the way."),
    "file_end": marked("{move} is illegal: the way ends on {point}."),
    "half_way": marked("{move} is illegal: none passes the middle before all are in."),
    "hand_first": marked("{mover}'s checker in the hand must come in first."),
    "hand_first_more": marked("{mover} must first bring in one more checker."),
    "hand_first_one": marked("{mover} must first bring in one checker."),
    "hand_first_several": marked_many(
        "{mover}'s {count} checker in the hand must come in first.",
        "{mover}'s {count} checkers in the hand must come in first.",
    ),
    "hand_first_some": marked_many(
        "{mover} must first bring in {count} checker.", "{mover} must first bring in {count} checkers."
    ),
    "head": marked("Only one checker may leave the head in a turn."),
    "head_several": marked_many(
        "Only {count} checker may leave the head in this turn.",
        "Only {count} checkers may leave the head in this turn.",
    ),
    "higher_die": marked("Only one number can be played, and it must be the higher, the {unit}."),
    "higher_die_of": marked("Only one number can be played, and it must be the highest, the {unit}: {play}."),
    "hit_not_on_bar": marked("{opponent}'s checker on {point} was hit and belongs on the bar."),
    "hit_run": marked("The checker that hit on {mover}'s {point} may not move on in this turn."),
    "huk": marked_many(
        "{move} is illegal: before the 13 {count} must have left the head, {left} has.",
        "{move} is illegal: before the 13 {count} must have left the head, {left} have.",
    ),
    "ketch_dolted": marked("{mover} is dolted: {move} must draw {opponent}'s checker across."),
    "ketch_undue": marked("{opponent}'s checker was drawn from {origin} though none was laid there."),
    "low_first": marked("The {low}, the smaller number, must be played before the {high}."),
    "low_first_lost": marked("The {low} comes first; as it cannot be played, the {high} is lost too."),
    "made_in_first_quarter": marked_many(
        "{mover} may make {count} point of the first quarter, not {points}.",
        "{mover} may make {count} points of the first quarter, not {points}.",
    ),
    "most_on_point": marked_many(
        "{move} is illegal: at most {count} of {mover}'s stands on a point.",
        "{move} is illegal: at most {count} of {mover}'s stand on a point.",
    ),
    "must_use_all": marked_many(
        "All {count} {unit} can be played: {play}.",
        "All {count} {unit}s can be played: {play}.",
    ),
    "must_use_both": marked("Both numbers can be played: {play} uses the {high} and the {low}."),
    "must_use_carried": marked("{mover} first plays what {opponent} could not, as far as possible: {play}."),
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
    "no_hit_yet": marked("{move} is illegal: {mover} may not hit before one checker is home."),
    "no_hit_yet_several": marked_many(
        "{move} is illegal: {mover} may not hit before {count} checker is home.",
        "{move} is illegal: {mover} may not hit before {count} checkers are home.",
    ),
    "not_hit": marked("{opponent}'s checker on {point} was not hit, but put on the bar."),
    "not_hit_tray": marked("{opponent}'s checker from the tray was not hit, but put on the bar."),
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
    "pairs_first": marked("{move} is illegal: {points} must be made first."),
    "pairs_full": marked("{move} is illegal: {point} has its two checkers, and other points lack theirs."),
    "pairs_hit": marked("{move} is illegal: nothing is hit before the first six points are made."),
    "pile_left": marked("{move} is illegal: no checker goes to the point of another number."),
    "pinned": marked("{move} is illegal: {opponent} pins the checker on {point}."),
    "prime_most": marked_many(
        "At most {count} made point in a row is allowed: {mover} has {points}.",
        "At most {count} made points in a row are allowed: {mover} has {points}.",
    ),
    "prime_needs": marked("{mover} may hold {points} in a row only with checkers on {needed}."),
    "prime_passer": marked("{mover} may not hold {points}: no checker of {opponent}'s has passed."),
    "prime_trapped": marked("{mover} may not hold {points}: all of {opponent}'s stand right behind."),
    "put_on_bar": marked("{mover}'s checker from {point} was not hit, but put on the bar."),
    "rabattues_early": marked("{move} is illegal: {mover} lifts checkers only after all are laid down."),
    "rabattues_early_again": marked(
        "{move} is illegal: {mover} bears off only after all are piled up again."
    ),
    "rabattues_early_pile": marked("{move} is illegal: {mover} piles up again only after all are laid down."),
    "rabattues_laid_before": marked(
        "{move} is illegal: {mover} has laid down all, and does not do so again."
    ),
    "rabattues_doublet": marked("{move} is illegal: a doublet that lays the last one down lifts none."),
    "recorded": marked("The record calls this play of {roll} illegal, and does not say why."),
    "returned": marked("A checker that was borne off has come back, to {point}."),
    "returned_bar": marked("A checker that was borne off has come back, to the bar."),
    "runner": marked("The checker on {point} must first come to the {region} point or beyond."),
    "stage_first": marked_many(
        "All {count} {low} has to be played before any {high}.",
        "All {count} {low}s have to be played before any {high}.",
    ),
    "stage_first_both": marked("Both {low}s have to be played before any {high}."),
    "stage_first_both_lost": marked("Not both {low}s can be played: any {high} is lost."),
    "stage_first_lost": marked_many(
        "Not all {count} {low} can be played: any {high} is lost.",
        "Not all {count} {low}s can be played: any {high} is lost.",
    ),
    "stage_first_mixed": marked("The {earlier} have to be played before any {high}."),
    "stage_first_mixed_lost": marked("The {earlier} cannot all be played: any {high} is lost."),
    "tafl_block": marked("{move} is illegal: the way is blocked, on {squares}."),
    "tafl_corner": marked("{move} is illegal: only the king may stop on a corner."),
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
    "tafl_pass": marked("{move} is illegal: the throne may not be passed over."),
    "tafl_return": marked("{move} is illegal: the king may not return to the throne."),
    "tafl_several_stand": marked("{opponent}'s men on {squares} are captured and must be taken off."),
    "tafl_straight": marked("{move} is illegal: it is not in a straight line."),
    "tafl_throne": marked("{move} is illegal: only the king may stop on the throne."),
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
        "{count} move, the throw gives {given}: {play}.",
        "{count} moves, the throw gives {given}: {play}.",
    ),
    "trictrac_bearoff": marked("{move} is illegal: this throw cannot bear that checker off."),
    "trictrac_big": marked(
        "{move} is illegal: none may stop in {opponent}'s big jan while they can fill it."
    ),
    "trictrac_block": marked("{move} is illegal: {opponent} has a checker there."),
    "trictrac_coin": marked("{move} is illegal: only two together take or leave the rest corner."),
    "trictrac_fill": marked("A quarter can be filled and must be: {legal}."),
    "trictrac_force": marked("{move} is illegal: the rest corner can be taken directly."),
    "trictrac_keep": marked("The filled quarter can be kept and must be: {legal}."),
    "trictrac_pairs": marked("{move} is illegal: {opponent}'s side is entered only by two together."),
    "trictrac_small": marked(
        "{move} is illegal: {opponent}'s side is shut while they can fill the small jan."
    ),
    "trictrac_their_coin": marked("{move} is illegal: {opponent}'s rest corner may never be taken."),
    "unreachable": marked("No way of playing {roll} leads to this position."),
    "unreachable_still": marked("{mover} has not moved as {roll} asks: {play} is legal."),
    "unreachable_tried": marked("{tried} is no way to play {roll}: {play} is legal."),
    "vanished": marked("A checker of {owner}'s has vanished from {point}."),
    "vanished_bar": marked("A checker of {owner}'s has vanished from the bar."),
    "vanished_hand": marked("A checker of {owner}'s has vanished from the hand."),
    "vanished_tray": marked("A checker of {owner}'s that was borne off has vanished."),
    "waste": marked("{play} wastes less: as little as possible may be wasted."),
}
"""What breaks a rule, by message id."""

REMEDY = marked("{why}; {play} is legal.")
"""What breaks a rule, and what would not."""

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
    "event_claim": marked("as claimed"),
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
    "event_school": marked("sending the opponent to school"),
    "event_six_tables": marked("the jan of six tables"),
    "event_two_tables": marked("the jan of two tables"),
    "event_unplayable": marked("a number that cannot be played"),
    "event_unplayable_both": marked("two numbers that cannot be played"),
}
"""What scores in trictrac and its relatives, each as something that is named after a colon."""
