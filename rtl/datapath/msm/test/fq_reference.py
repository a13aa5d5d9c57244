# SPDX-License-Identifier: Apache-2.0
"""Python-integer reference of the field and curve arithmetic: the second witness of the RTL tests.

Written from the curve's definition (y^2 = x^3 + 1 over the BLS12-377 base field) and not from the
RTL: nothing here knows of digits, Karatsuba or sparse constants.
"""

import random

# The curve's parameter; p is defined by it for every BLS12 curve.
X = 0x8508C00000000001
P = (X - 1) ** 2 * (X**4 - X**2 + 1) // 3 + X
R = 1 << 384
OPERAND_MAX = 6 * P
RESULT_BITS = 378

# Generator of G1 on y^2 = x^3 + 1 (the one that arkworks and gnark use).
GENERATOR = (
    81937999373150964239938255573465948239988671502647976594219695644855304257327692006745978603320413799295628339695,
    241266749859715473739788878240585681733927191168601896383759122102112907357779751001206799952863815012735208165030,
)


def montgomery(a, b):
    """The integer (a b + m p) / R that the multiplier is specified to return."""
    m = (-a * b * pow(P, -1, R)) % R
    total = a * b + m * P
    assert total % R == 0
    return total // R


def to_mont(v):
    return v * R % P


def from_mont(v):
    return v * pow(R, -1, P) % P


def sqrt(v):
    """A square root modulo p (Tonelli-Shanks), or None."""
    if v % P == 0:
        return 0
    if pow(v, (P - 1) // 2, P) != 1:
        return None
    odd, two = P - 1, 0
    while odd % 2 == 0:
        odd, two = odd // 2, two + 1
    witness = next(w for w in range(2, 100) if pow(w, (P - 1) // 2, P) == P - 1)
    m, c, t, r = two, pow(witness, odd, P), pow(v, odd, P), pow(v, (odd + 1) // 2, P)
    while t != 1:
        i, s = 0, t
        while s != 1:
            i, s = i + 1, s * s % P
        b = pow(c, 1 << (m - i - 1), P)
        m, c = i, b * b % P
        t, r = t * c % P, r * b % P
    return r


class Curve:
    """The twisted Edwards image -x^2 + y^2 = 1 + d x^2 y^2 of y^2 = x^3 + 1, derived here.

    x = -1 is a root of x^3 + 1; shifting it to 0 and scaling by s = 1/sqrt(3) gives a Montgomery
    curve B v^2 = u^3 + A u^2 + u with A = -3 s and B = s, whose Edwards form has
    a = (A + 2) / B and d = (A - 2) / B; x is then scaled by sqrt(-a) to make a = -1.
    """

    def __init__(self):
        inverse = self.inverse
        self.s = inverse(sqrt(3))
        a_mont = -3 * self.s % P
        a, d = (a_mont + 2) * inverse(self.s) % P, (a_mont - 2) * inverse(self.s) % P
        self.scale = sqrt(-a % P)
        if self.scale is None:  # the other root of 3 gives the curve's other model
            self.s = -self.s % P
            a_mont = -3 * self.s % P
            a, d = (a_mont + 2) * inverse(self.s) % P, (a_mont - 2) * inverse(self.s) % P
            self.scale = sqrt(-a % P)
        self.d = -d * inverse(a) % P

    @staticmethod
    def inverse(v):
        return pow(v, -1, P)

    def from_weierstrass(self, point):
        if point is None:
            return (0, 1)
        x, y = point
        u, v = self.s * (x + 1) % P, self.s * y % P
        edwards = u * self.inverse(v) % P, (u - 1) * self.inverse(u + 1) % P
        return (edwards[0] * self.scale % P, edwards[1])

    def on_curve(self, point):
        x, y = point
        return (y * y - x * x - 1 - self.d * x * x * y * y) % P == 0

    def precompute(self, point):
        """(y - x, y + x, 2 d x y) in Montgomery form."""
        x, y = point
        return to_mont((y - x) % P), to_mont((y + x) % P), to_mont(2 * self.d * x * y % P)

    def to_affine(self, extended):
        """Affine point of extended Montgomery coordinates; checks that T belongs to them."""
        x, y, z, t = (from_mont(v) for v in extended)
        assert z % P != 0, "Z is zero"
        assert (x * y - z * t) % P == 0, "T is not X Y / Z"
        return x * self.inverse(z) % P, y * self.inverse(z) % P


def add_weierstrass(p1, p2):
    """Affine addition on y^2 = x^3 + 1; None is the point at infinity."""
    if p1 is None or p2 is None:
        return p2 if p1 is None else p1
    (x1, y1), (x2, y2) = p1, p2
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if p1 == p2 else (y2 - y1) * pow(x2 - x1, -1, P)
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def negate_weierstrass(point):
    return None if point is None else (point[0], -point[1] % P)


def multiply_weierstrass(point, scalar):
    result = None
    while scalar:
        if scalar & 1:
            result = add_weierstrass(result, point)
        point, scalar = add_weierstrass(point, point), scalar >> 1
    return result


# Operands where a carry, a range or a special case would show.
CORNERS = [
    0, 1, 2, P - 1, P, P + 1, 2 * P - 1, 2 * P, 6 * P - 1, 6 * P, R % P, R * R % P,
    (1 << 46) - 1, 1 << 46, (1 << 96) - 1, 1 << 96, (1 << 95), (1 << 190) - 1, 1 << 190, (1 << 191) - 1,
    (1 << 377) - 1, (1 << 378) - 1, (1 << 379) - 1, 1 << 379,
    int("5" * 94, 16), int("a" * 94, 16), X, X * X, P - X,
]  # fmt: skip


def random_operand(rng, maximum=OPERAND_MAX):
    """A number up to maximum: uniform, sparse, dense, or close to an end."""
    kind = rng.randrange(6)
    if kind < 2:
        return rng.randrange(maximum + 1)
    if kind == 2:
        return rng.choice([corner for corner in CORNERS if corner <= maximum])
    if kind == 3:
        return sum(1 << bit for bit in rng.sample(range(maximum.bit_length() - 1), 3)) % (maximum + 1)
    if kind == 4:
        return ((1 << (maximum.bit_length() - 1)) - 1) ^ (1 << rng.randrange(maximum.bit_length() - 1))
    return max(0, maximum - rng.randrange(1 << 20))


def rng_of(seed):
    return random.Random(seed)
