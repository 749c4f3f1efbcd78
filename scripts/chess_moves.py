"""Legal moves of a chess position, and what a move in SAN, long algebraic or UCI notation means.

Small rather than fast: for test suites. Castling is that of standard chess.
"""

import re
from typing import NamedTuple, Optional, Tuple

_PLACES = "abcdefgh"
_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
_KING = _STRAIGHT + _DIAGONAL
_STEPS = {"n": _KNIGHT, "b": _DIAGONAL, "r": _STRAIGHT, "q": _KING, "k": _KING}
_SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])=?\(?([QRBNqrbn])?\)?")
# The squares that castling needs: king's way, and those that must be empty.
_CASTLING = {"K": ("e1g1", "f1 g1"), "Q": ("e1c1", "b1 c1 d1"),
             "k": ("e8g8", "f8 g8"), "q": ("e8c8", "b8 c8 d8")}


class Position(NamedTuple):
    board: Tuple[str, ...]  # [rank * 8 + file] a letter as in FEN, or "."
    white: bool  # to move
    castling: str
    en_passant: Optional[int]


def _square(name):
    return _PLACES.index(name[0]) + 8 * (int(name[1]) - 1)


def _name(square):
    return _PLACES[square % 8] + str(square // 8 + 1)


def parse_fen(fen):
    """From a FEN or the first four fields of an EPD. A ValueError where it is none."""
    fields = fen.split()
    if len(fields) < 4:
        raise ValueError(f"not a position: {fen}")
    ranks = [re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), rank)
             for rank in fields[0].split("/")]
    if len(ranks) != 8 or any(not re.fullmatch(r"[.pnbrqkPNBRQK]{8}", rank) for rank in ranks):
        raise ValueError(f"not a board: {fields[0]}")
    if fields[1] not in ("w", "b") or not re.fullmatch(r"-|[a-h][36]", fields[3]):
        raise ValueError(f"not a position: {fen}")
    board = tuple("".join(reversed(ranks)))
    if board.count("K") != 1 or board.count("k") != 1:
        raise ValueError(f"not one king each: {fen}")
    return Position(board, fields[1] == "w", fields[2],
                    None if fields[3] == "-" else _square(fields[3]))


def _targets(board, square, steps, slides):
    """Squares that a piece reaches, up to and including the first that is not empty."""
    for file_step, rank_step in steps:
        file, rank = square % 8 + file_step, square // 8 + rank_step
        while 0 <= file < 8 and 0 <= rank < 8:
            yield 8 * rank + file
            if not slides or board[8 * rank + file] != ".":
                break
            file, rank = file + file_step, rank + rank_step


def _is_attacked(board, square, by_white):
    def owner(piece):
        return piece.upper() if by_white else piece

    for piece, steps in _STEPS.items():
        for origin in _targets(board, square, steps, piece in "brq"):
            if board[origin] == owner(piece):
                return True
    back = -1 if by_white else 1  # from the square to the pawn
    return any(board[origin] == owner("p")
               for origin in _targets(board, square, [(1, back), (-1, back)], False))


def is_check(position):
    king = position.board.index("K" if position.white else "k")
    return _is_attacked(position.board, king, not position.white)


def _pawn_moves(position, square):
    board, white = position.board, position.white
    up = 8 if white else -8
    if board[square + up] == ".":
        yield square + up
        if square // 8 == (1 if white else 6) and board[square + 2 * up] == ".":
            yield square + 2 * up
    for target in _targets(board, square, [(1, up // 8), (-1, up // 8)], False):
        piece = board[target]
        if target == position.en_passant or (piece != "." and piece.isupper() != white):
            yield target


def _castling_moves(position):
    for right, (move, empty) in _CASTLING.items():
        if right not in position.castling or right.isupper() != position.white:
            continue
        king, target = _square(move[:2]), _square(move[2:])
        rook = _square(("h" if right in "Kk" else "a") + move[1])
        if (position.board[king] != ("K" if position.white else "k") or
                position.board[rook] != ("R" if position.white else "r") or
                any(position.board[_square(name)] != "." for name in empty.split())):
            continue
        if not any(_is_attacked(position.board, square, not position.white)
                   for square in (king, (king + target) // 2)):
            yield king, target


def _pseudo_legal(position):
    """Pairs of squares and the letter of the promotion, if any."""
    for square, piece in enumerate(position.board):
        if piece == "." or piece.isupper() != position.white:
            continue
        kind = piece.lower()
        if kind == "p":
            for target in _pawn_moves(position, square):
                for promotion in "qrbn" if target // 8 in (0, 7) else ("",):
                    yield square, target, promotion
        else:
            for target in _targets(position.board, square, _STEPS[kind], kind in "brq"):
                taken = position.board[target]
                if taken == "." or taken.isupper() != position.white:
                    yield square, target, ""
    for square, target in _castling_moves(position):
        yield square, target, ""


def make(position, move):
    """The position after a move in UCI notation."""
    board = list(position.board)
    origin, target = _square(move[:2]), _square(move[2:4])
    piece = board[origin]
    board[origin] = "."
    board[target] = piece
    if len(move) == 5:
        board[target] = move[4].upper() if position.white else move[4]
    if piece in "Pp" and target == position.en_passant:
        board[target - 8 if position.white else target + 8] = "."
    if piece in "Kk" and abs(target - origin) == 2:
        rook = origin + 3 if target > origin else origin - 4
        board[(origin + target) // 2], board[rook] = board[rook], "."
    rights = position.castling
    for square, lost in (("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"),
                         ("a8", "q")):
        if _square(square) in (origin, target):
            rights = "".join(right for right in rights if right not in lost)
    double = piece in "Pp" and abs(target - origin) == 16
    return Position(tuple(board), not position.white, rights,
                    (origin + target) // 2 if double else None)


def legal_moves(position):
    """All legal moves in UCI notation."""
    moves = []
    for origin, target, promotion in _pseudo_legal(position):
        move = _name(origin) + _name(target) + promotion
        if not is_check(make(position, move)._replace(white=position.white)):
            moves.append(move)
    return moves


def parse_move(position, text):
    """The legal move that a text names, in UCI notation. A ValueError where there is not just one."""
    moves = legal_moves(position)
    if text in moves:
        return text
    core = text.rstrip("+#!?")
    if re.fullmatch(r"[O0]-[O0](-[O0])?", core):
        king = _name(position.board.index("K" if position.white else "k"))
        found = [move for move in moves
                 if move == king + ("g" if len(core) == 3 else "c") + king[1] and king[0] == "e"]
    else:
        match = _SAN.fullmatch(core)
        if not match:
            raise ValueError(f"'{text}' is no move")
        piece, file, rank, target, promotion = match.groups()
        found = [move for move in moves
                 if move[2:4] == target and move[4:] == (promotion or "").lower() and
                 position.board[_square(move[:2])].upper() == (piece or "P") and
                 file in (None, move[0]) and rank in (None, move[1])]
    if len(found) != 1:
        raise ValueError(f"'{text}' is {'ambiguous' if found else 'no legal move'}")
    return found[0]
