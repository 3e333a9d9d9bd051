"""A deliberately naive generator of Tablut plays, sharing nothing with the engine: the judge of its moves.

A board is a dict from (column, row), each 1 to 9, to "W", "K" or "B". Options are a set of names; `no_corner_hostile`,
`no_edge_capture` and `no_throne_hostile` turn off what is on by default.
"""

Square = tuple[int, int]
Board = dict[Square, str]
Result = frozenset[tuple[Square, str]]
THRONE = (5, 5)
CORNERS = {(1, 1), (1, 9), (9, 1), (9, 9)}


def read(text: str) -> Board:
    """The board written like `W: Ke5 e3 B: d1`."""
    board: Board = {}
    colour = ""
    for word in text.split():
        if word in ("W:", "B:"):
            colour = word[0]
        else:
            name = word.lstrip("K")
            board[" abcdefghi".index(name[0]), int(name[1])] = "K" if name != word else colour
    return board


def results(board: Board, colour: str, options: frozenset[str] = frozenset()) -> set[Result]:
    """The boards after every legal play of "W" or "B"; nothing where there is none or the game is over."""
    king = [square for square, piece in board.items() if piece == "K"]
    if not king or escaped(king[0], options):
        return set()
    found = set()
    for start in [square for square, piece in board.items() if side_of(piece) == colour]:
        for column in range(1, 10):
            for row in range(1, 10):
                if permitted(board, start, (column, row), options):
                    found.add(frozenset(after(board, start, (column, row), options).items()))
    return found


def side_of(piece: str) -> str:
    return "B" if piece == "B" else "W"


def escaped(king: Square, options: frozenset[str]) -> bool:
    if "corner_escape" in options:
        return king in CORNERS
    return 1 in king or 9 in king


def permitted(board: Board, start: Square, end: Square, options: frozenset[str]) -> bool:
    piece = board[start]
    if start == end or (start[0] != end[0] and start[1] != end[1]):
        return False
    way = [
        (column, row)
        for column in range(min(start[0], end[0]), max(start[0], end[0]) + 1)
        for row in range(min(start[1], end[1]), max(start[1], end[1]) + 1)
        if (column, row) != start
    ]
    if any(square in board for square in way):
        return False
    enters = "king_may_return" in options if piece == "K" else "throne_open" in options
    if end == THRONE and not enters:
        return False
    if THRONE in way and end != THRONE and not enters and "pass_throne" not in options:
        return False
    return not (end in CORNERS and "corner_escape" in options and piece != "K")


def after(board: Board, start: Square, end: Square, options: frozenset[str]) -> Board:
    moved = dict(board)
    piece = moved.pop(start)
    moved[end] = piece
    if piece == "K" and "unarmed_king" in options:
        return moved
    taken = []
    for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        near = (end[0] + step[0], end[1] + step[1])
        far = (near[0] + step[0], near[1] + step[1])
        if near not in moved or side_of(moved[near]) == side_of(piece):
            continue
        if moved[near] == "K":
            if king_falls(moved, near, far, options):
                taken.append(near)
        elif holds(moved, far, side_of(piece), options) or besieged(moved, near, far):
            taken.append(near)
    for square in taken:
        del moved[square]
    return moved


def empty_but_hostile(board: Board, square: Square, options: frozenset[str]) -> bool:
    if square in board:
        return False
    if square == THRONE:
        return "no_throne_hostile" not in options
    return square in CORNERS and "corner_escape" in options and "no_corner_hostile" not in options


def holds(board: Board, square: Square, colour: str, options: frozenset[str]) -> bool:
    """Whether what is on a square helps `colour` to capture a piece beside it."""
    if empty_but_hostile(board, square, options):
        return True
    helpers = "B" if colour == "B" else "W" if "unarmed_king" in options else "WK"
    return square in board and board[square] in helpers


def besieged(board: Board, victim: Square, far: Square) -> bool:
    if far != THRONE or board.get(THRONE) != "K" or board[victim] != "W":
        return False
    around = [(4, 5), (6, 5), (5, 4), (5, 6)]
    return sorted(board.get(square, "-") for square in around) == ["B", "B", "B", "W"]


def king_falls(board: Board, king: Square, far: Square, options: frozenset[str]) -> bool:
    two = "king_custodial" in options
    two |= "king_four_on_throne_two_elsewhere" in options and king != THRONE
    if two:
        return holds(board, far, "B", options)
    for step in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        column, row = king[0] + step[0], king[1] + step[1]
        if not (1 <= column <= 9 and 1 <= row <= 9):
            if "no_edge_capture" in options:
                return False
        elif (column, row) == THRONE and THRONE not in board:
            continue
        elif not holds(board, (column, row), "B", options):
            return False
    return True
