# SPDX-License-Identifier: Apache-2.0
"""Python's own idea of windows, passes and prepared scalars, and of what a pass sums.

Points are known multiples of the generator, so an expected sum is one multiplication of it.
"""

from dataclasses import dataclass

from fq_reference import GENERATOR, Curve, P, add_weierstrass, multiply_weierstrass

ORDER = 0x12AB655E9A2CA55660B44D1E5C37B00159AA76FED00000010A11800000000001
SIGNED, TOP, CLASS = 0, 1, 2
CLASSES = 1 << 10
SUM_BITS = 255
POINT_BITS = 377
CURVE = Curve()


@dataclass(frozen=True)
class Window:
    kind: int
    bits: int
    offset: int

    def word(self):
        return self.kind << 13 | self.bits << 8 | self.offset


@dataclass(frozen=True)
class Pass:
    first: int
    count: int
    bucket_bits: int
    weight_bits: int

    def word(self):
        return self.first << 16 | (self.count - 1) << 10 | self.bucket_bits << 5 | self.weight_bits


def windows_of(widths, *, classes=False):
    """Windows of these widths from bit 0 up, the last one the top; with `classes` that of the correction as well."""
    windows, offset = [], 0
    for index, bits in enumerate(widths):
        windows.append(Window(TOP if index == len(widths) - 1 else SIGNED, bits, offset))
        offset += bits
    return windows + ([Window(CLASS, 10, 0)] if classes else [])


def recode(windows):
    """What is added to a scalar so that a field less half its range is a digit."""
    return sum(1 << (window.offset + window.bits - 1) for window in windows if window.kind == SIGNED)


def digit(window, number, scalar, windows):
    """The digit by plain arithmetic: what is left of the scalar when the windows below have taken theirs."""
    if window.kind == CLASS:
        return 1 + number % CLASSES
    for below in windows:
        if below.kind == CLASS:
            continue
        low = scalar % (1 << below.bits)
        taken = scalar if below.kind == TOP else low - (1 << below.bits) if low >= 1 << (below.bits - 1) else low
        if below == window:
            return taken
        scalar = (scalar - taken) >> below.bits
    raise AssertionError("no such window")


class Multiples:
    """k G on the Edwards curve: a table made on the Weierstrass curve, added up by other formulas than the card's."""

    def __init__(self):
        # Row i has j 16^i G.
        self.rows, base = [], GENERATOR
        for _ in range(64):
            row, point = [(0, 1)], None
            for _ in range(15):
                point = add_weierstrass(point, base)
                row.append(CURVE.from_weierstrass(point))
            self.rows.append(row)
            base = add_weierstrass(point, base)

    def __getitem__(self, k):
        x, y, z = 0, 1, 1
        for row in self.rows:
            x2, y2 = row[k & 15]
            k >>= 4
            # add-2008-bbjlp with Z2 = 1 and a = -1.
            b, c, d = z * z % P, x * x2 % P, y * y2 % P
            e = CURVE.d * c * d % P
            f, g = b - e, b + e
            x, y, z = z * f * ((x + y) * (x2 + y2) - c - d) % P, z * g * (d + c) % P, f * g % P
        inverse = pow(z, -1, P)
        return x * inverse % P, y * inverse % P


MULTIPLES = Multiples()


class Points:
    """Multiples of the generator: k -> the card's form of k G."""

    def __init__(self):
        self.known = {}

    def __getitem__(self, k):
        if k not in self.known:
            self.known[k] = CURVE.precompute(CURVE.from_weierstrass(multiply_weierstrass(GENERATOR, k)))
        return self.known[k]


def record(number, scalar, negative, point, windows):
    """The bits of a record."""
    total = scalar + recode(windows)
    assert total < 1 << SUM_BITS
    a, b, c = point
    word = number % CLASSES
    for value, bits in ((int(negative), 1), (total, SUM_BITS), (c, POINT_BITS), (b, POINT_BITS), (a, POINT_BITS)):
        word = word << bits | value
    return word


def expected_sum(window, entries, windows):
    """Affine point of a window's sum; entries are (number, scalar, negative, k)."""
    total = 0
    for number, scalar, negative, k in entries:
        value = digit(window, number, scalar, windows) * k
        total += -value if negative and window.kind != CLASS else value
    return MULTIPLES[total % ORDER]


def affine_of_beats(beats):
    """The point of three beats; None for a window that nothing was added to."""
    word = sum(beat << (512 * i) for i, beat in enumerate(beats))
    if word == 0:
        return None
    coordinates = [(word >> (384 * i)) % (1 << 384) for i in range(4)]
    assert all(value < 2 * P for value in coordinates), "a coordinate out of range"
    return CURVE.to_affine(coordinates)
