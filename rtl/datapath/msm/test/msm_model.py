# SPDX-License-Identifier: Apache-2.0
"""Python's own idea of the core: field, curve, window tables, stream formats and expected buckets.

Nothing here is read from the design. The curve is a random complete twisted Edwards curve (a = -1)
over the field of BLS12-377: the core works on any of them, and points of it are cheap to make.
"""

import random

P = 0x1AE3A4617C510EAC63B05C06CA1493B1A22D9F300F5138F1EF3622FBA094800170B5D44300000008508C00000000001
SUBGROUP_ORDER = 0x12AB655E9A2CA55660B44D1E5C37B00159AA76FED00000010A11800000000001
R = 1 << 384
R_INVERSE = pow(R, -1, P)

TABLES = {0: [13] * 13 + [12] * 7, 1: [3] * 4}


def window_bases(widths):
    """First bucket of each window, and the number of buckets."""
    bases, total = [], 0
    for index, width in enumerate(widths):
        bases.append(total)
        total += 1 << (width if index == len(widths) - 1 else width - 1)
    return bases, total


def recode(scalar, widths):
    """Signed digits, lowest window first: plain arithmetic, no carries looked ahead."""
    digits = []
    for index, width in enumerate(widths):
        value = scalar % (1 << width)
        scalar >>= width
        if index == len(widths) - 1:
            # Carries that went up have been added to `scalar`; the top window takes all that is left.
            digits.append(value + (scalar << width))
        elif value > 1 << (width - 1):
            digits.append(value - (1 << width))
            scalar += 1
        else:
            digits.append(value)
    return digits


class Curve:
    """-x^2 + y^2 = 1 + d x^2 y^2 with d no square, so the addition law has no exceptions."""

    def __init__(self, seed):
        rng = random.Random(seed)
        while True:
            x, y = rng.randrange(2, P), rng.randrange(2, P)
            d = (y * y - x * x - 1) * pow(x * x * y * y, -1, P) % P
            if pow(d, (P - 1) // 2, P) == P - 1:
                break
        self.d = d
        self.base = (x, y)

    def add_affine(self, first, second):
        (x1, y1), (x2, y2) = first, second
        product = self.d * x1 * x2 * y1 * y2 % P
        return (
            (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P,
            (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P,
        )

    def points(self, count):
        """count different points."""
        found, point = [], self.base
        for _ in range(count):
            found.append(point)
            point = self.add_affine(point, self.base)
        return found

    def add(self, acc, point):
        """Extended + affine, textbook formulas (not the core's precomputed form)."""
        x1, y1, z1, t1 = acc
        x2, y2 = point
        a = (y1 - x1) * (y2 - x2) % P
        b = (y1 + x1) * (y2 + x2) % P
        c = 2 * self.d * t1 * x2 * y2 % P
        e, f, g, h = b - a, 2 * z1 - c, 2 * z1 + c, b + a
        return e * f % P, g * h % P, f * g % P, e * h % P

    def buckets(self, points, scalars, widths):
        """Expected value of every bucket that something is added to, extended coordinates."""
        bases, _ = window_bases(widths)
        found = {}
        for (x, y), scalar in zip(points, scalars, strict=True):
            for base, digit in zip(bases, recode(scalar, widths), strict=True):
                if digit:
                    number = base + abs(digit) - 1
                    point = (x, y) if digit > 0 else (P - x, y)
                    found[number] = self.add(found.get(number, (0, 1, 1, 0)), point)
        return found

    def point_bytes(self, point):
        """144 bytes: y - x, y + x, 2 d x y in Montgomery form."""
        x, y = point
        values = (y - x, y + x, 2 * self.d * x * y)
        return b"".join((value * R % P).to_bytes(48, "little") for value in values)


def beats(data):
    """Bytes as 64-byte beats; what follows the data in its last beat is rubbish, not zero."""
    data += b"\xa5" * (-len(data) % 64)
    return [int.from_bytes(data[at : at + 64], "little") for at in range(0, len(data), 64)]


def check_buckets(lines, expected, num_buckets):
    """Compares a read-out (beats as integers) with the expected buckets; returns how many held a point."""
    assert len(lines) == 3 * num_buckets, f"read-out has {len(lines)} beats, {3 * num_buckets} expected"
    filled = 0
    for number in range(num_buckets):
        word = sum(beat << (512 * i) for i, beat in enumerate(lines[3 * number : 3 * number + 3]))
        coordinates = [(word >> (384 * i)) % (1 << 384) for i in range(4)]
        if number not in expected:
            assert word == 0, f"bucket {number} should be empty and holds {word:#x}"
            continue
        filled += 1
        assert all(value < 2 * P for value in coordinates), f"bucket {number}: coordinate out of range"
        x, y, z, t = (value * R_INVERSE % P for value in coordinates)
        ex, ey, ez, _ = expected[number]
        assert z != 0, f"bucket {number}: Z is 0"
        assert (x * ez - ex * z) % P == 0, f"bucket {number}: x differs"
        assert (y * ez - ey * z) % P == 0, f"bucket {number}: y differs"
        assert (x * y - t * z) % P == 0, f"bucket {number}: T does not belong to X, Y, Z"
    assert filled == len(expected)
    return filled
