#!/usr/bin/env python3
"""Solves a Ta Yü puzzle with OR-tools CP-SAT: the peer that `scripts/bench` measures against.

    scripts/peer.py FILE [--workers N] [--time-limit SECONDS]

Prints one JSON object: status, product, upper_bound, seconds. Needs `pip install ortools`, and shares no
code with the program: the rules are written down here once more, the way CP-SAT likes them. Only the
highest product is looked for; no tile lowers a coast, so it does not matter how a play goes on.

A tile of the sequence chooses a slot: a place on the board in one of its two readings. For every square and
tile a variable says that it is covered by then, so that a tile can ask that the square across one of its mouths
was covered before. Every line between two squares has a mouth or none, and both sides agree about it.
"""

import argparse
import functools
import json
import re
import sys
import time

SIZE = 19
STAR = (9, 9)
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
COASTS = {"NS": (NORTH, SOUTH), "EW": (EAST, WEST)}
MARKED = {2, 9, 16}

# The eight exits as (number of the square from the named one, side), clockwise from exit 1.
EXITS = {
    "-": [(0, NORTH), (1, NORTH), (2, NORTH), (2, EAST), (2, SOUTH), (1, SOUTH), (0, SOUTH), (0, WEST)],
    "|": [(0, EAST), (1, EAST), (2, EAST), (2, SOUTH), (2, WEST), (1, WEST), (0, WEST), (0, NORTH)],
}
ALONG = {"-": EAST, "|": SOUTH}


def step(square, side, count=1):
    return square[0] + count * side[0], square[1] + count * side[1]


def on_board(square):
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def seam(square, side):
    """The same name for a line from both of its sides."""
    across = step(square, side)
    return (square, across) if square < across else (across, square)


class Slot:
    """A tile's place with its mouths: its squares, and for each of its eight lines the line's name, the square
    across and whether there is a mouth."""

    def __init__(self, first, axis, mouths):
        self.squares = [step(first, ALONG[axis], n) for n in range(3)]
        self.rim = []
        for exit_, (n, side) in enumerate(EXITS[axis]):
            square = self.squares[n]
            self.rim.append((seam(square, side), step(square, side), exit_ in mouths))

    def fits_board(self):
        return all(map(on_board, self.squares))


def parse_slot(text):
    match = re.fullmatch(r"([a-s])(\d+)([-|])([1-8]{3})", text)
    column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
    return Slot((column, row), match[3], {int(digit) - 1 for digit in match[4]})


@functools.cache
def slots(tile):
    """All slots of a tile on an empty board."""
    out = []
    mouths = {int(digit) - 1 for digit in tile}
    for reading in (mouths, {(exit_ + 4) % 8 for exit_ in mouths}):
        for axis in "-|":
            for column in range(SIZE):
                for row in range(SIZE):
                    slot = Slot((column, row), axis, reading)
                    if slot.fits_board():
                        out.append(slot)
    return out


class Start:
    """The board at the start: which squares are covered, and which lines of theirs have mouths."""

    def __init__(self, placements):
        self.covered = set()
        self.mouths = {}
        for slot in map(parse_slot, placements):
            self.covered.update(slot.squares)
            for line, _, is_mouth in slot.rim:
                self.mouths[line] = is_mouth

    def allows(self, slot):
        """Whether it lies on free squares and agrees with the tiles around it."""
        if self.covered.intersection(slot.squares):
            return False
        return all(self.mouths.get(line, is_mouth) == is_mouth for line, _, is_mouth in slot.rim)

    def holds(self, slot):
        """Whether it continues a canal of the board."""
        return any(is_mouth and self.mouths.get(line) for line, _, is_mouth in slot.rim)


def candidates(start, sequence):
    """For each tile the slots that it may take, and whether they need a tile of the sequence to hold on to."""
    rows, offered = [], set()
    for number, tile in enumerate(sequence):
        row = []
        for slot in filter(start.allows, slots(tile)):
            if start.covered:
                holds = start.holds(slot)
            elif (STAR in slot.squares) != (number == 0):
                continue
            else:
                holds = number == 0
            if holds or any(is_mouth and line in offered for line, _, is_mouth in slot.rim):
                row.append((slot, holds))
        for slot, _ in row:
            offered.update(line for line, _, is_mouth in slot.rim if is_mouth)
        rows.append(row)
    return rows


def build(puzzle, cp_model):
    start, sequence = Start(puzzle["board"]), puzzle["sequence"]
    rows = candidates(start, sequence)
    model = cp_model.CpModel()
    chosen = [[model.new_bool_var("") for _ in row] for row in rows]
    laid = [model.new_bool_var("") for _ in rows]
    for number, row in enumerate(chosen):
        model.add_exactly_one([*row, ~laid[number]])
        if number:
            model.add_implication(laid[number], laid[number - 1])

    # By square and number of the tile: covered by this tile or an earlier one.
    covered = []
    so_far = {}
    for row, choices in zip(rows, chosen):
        by_square = {}
        for (slot, _), choice in zip(row, choices):
            for square in slot.squares:
                by_square.setdefault(square, []).append(choice)
        now = dict(so_far)
        for square, choices_here in by_square.items():
            now[square] = model.new_bool_var("")
            before = [so_far[square]] if square in so_far else []
            # Exactly one of: covered earlier, covered now, free still.
            model.add_exactly_one([*choices_here, *before, ~now[square]])
        covered.append(now)
        so_far = now

    mouths = {}
    for number, (row, choices) in enumerate(zip(rows, chosen)):
        for (slot, holds), choice in zip(row, choices):
            earlier = []
            for line, across, is_mouth in slot.rim:
                if line in start.mouths:
                    continue
                if line not in mouths:
                    mouths[line] = model.new_bool_var("")
                mouth = mouths[line]
                model.add_implication(choice, mouth if is_mouth else ~mouth)
                if is_mouth and number and across in covered[number - 1]:
                    earlier.append(covered[number - 1][across])
            if not holds:
                model.add_bool_or([*earlier, ~choice])

    points = [coast_points(model, start, so_far, mouths, side) for side in COASTS[puzzle["maximize"]]]
    product = model.new_int_var(0, 22 * 22, "")
    model.add_multiplication_equality(product, points)
    model.maximize(product)
    return model


def coast_points(model, start, covered, mouths, side):
    """The points of a coast at the end."""
    terms = []
    for along in range(SIZE):
        column = along if side in (NORTH, SOUTH) else (SIZE - 1 if side == EAST else 0)
        row = along if side in (EAST, WEST) else (SIZE - 1 if side == NORTH else 0)
        square = (column, row)
        line, weight = seam(square, side), 2 if along in MARKED else 1
        if line in start.mouths:
            terms.append(weight * int(start.mouths[line]))
        elif line in mouths and square in covered:
            model.add_implication(mouths[line], covered[square])
            terms.append(weight * mouths[line])
    points = model.new_int_var(0, 22, "")
    model.add(points == sum(terms))
    return points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=240)
    arguments = parser.parse_args()
    started = time.monotonic()
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        sys.exit("peer: OR-tools is missing: pip install ortools")
    with open(arguments.file, encoding="utf-8") as file:
        puzzle = json.load(file)
    if "maximize" not in puzzle:
        sys.exit("peer: solves puzzles that ask for the highest product only")
    solver = cp_model.CpSolver()
    model = build(puzzle, cp_model)
    solver.parameters.num_workers = arguments.workers
    solver.parameters.max_time_in_seconds = max(0.0, arguments.time_limit - (time.monotonic() - started))
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    result = {
        "status": "optimal" if status == cp_model.OPTIMAL else "feasible" if found else "unknown",
        "product": round(solver.objective_value) if found else None,
        "upper_bound": int(solver.best_objective_bound),
        "seconds": round(time.monotonic() - started, 3),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
