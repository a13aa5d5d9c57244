# SPDX-License-Identifier: Apache-2.0
"""A circle of files is found whatever it is made of, and what makes none is not taken for one."""

from pathlib import Path

import check_circles
import pytest

CHAIN = {
    "low.h": "int low(int x);\n",
    "low.c": '#include "low.h"\nint low(int x)\n{\n\treturn x;\n}\n',
    "middle.h": "struct thing;\nint middle(struct thing *thing);\n",
    "middle.c": '#include "low.h"\nint middle(struct thing *thing)\n{\n\treturn low(1);\n}\n',
    "high.c": '#include "middle.h"\nstatic int high(void)\n{\n\treturn middle(0);\n}\n',
}


def with_in_low(text, **more):
    """The chain, with something more in its lowest file and in others."""
    return CHAIN | {"low.c": CHAIN["low.c"] + text} | {name.replace("_", "."): more[name] for name in more}


def test_a_chain_is_none():
    assert list(check_circles.complaints("d", CHAIN)) == []
    assert check_circles.uses(CHAIN) == {"low.c": {}, "middle.c": {"low.c": "low"}, "high.c": {"middle.c": "middle"}}


def test_a_planted_circle_is_printed_file_by_file():
    planted = with_in_low("int other(void)\n{\n\treturn top(0);\n}\n", high_h="int top(int x);\n")
    planted["high.c"] += "int top(int x)\n{\n\treturn x;\n}\n"
    assert list(check_circles.complaints("d", planted)) == [
        "d: 3 files in a circle:",
        "    high.c uses middle of middle.c",
        "    middle.c uses low of low.c",
        "    low.c uses top of high.c",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "static int f(void)\n{\n\treturn middle(0);\n}\n",
        "const struct ops ops = {\n\t.call = middle,\n};\n",
        "static int g(void)\n{\n\treturn inlined(0);\n}\n",
        "static int g(void)\n{\n\treturn TWICE(0);\n}\n",
        "#define OFTEN middle(0)\n",
        "static int h(void)\n{\n\treturn table[0] + made.x;\n}\n",
    ],
)
def test_whatever_the_use_is(text):
    more = {
        "low.h": CHAIN["low.h"] + "static inline int inlined(int x)\n{\n\treturn middle(0);\n}\n",
        "middle.h": CHAIN["middle.h"] + "#define TWICE(x) \\\n\t(2 * middle(x))\n"
        "extern const int table[];\nextern const struct ops made;\n",
        "middle.c": CHAIN["middle.c"] + "const int table[] = { 1 };\nDEFINE_SIMPLE_OPS(made, low, low);\n",
    }
    found = list(check_circles.complaints("d", with_in_low(text) | more))
    assert found[0] == "d: 2 files in a circle:" and len(found) == 3


@pytest.mark.parametrize(
    "text",
    [
        "/* as middle() does */\n",
        "// middle(0)\n",
        'static const char name[] = "middle(0)";\n',
        "static int f(struct thing *thing)\n{\n\treturn thing->call(0);\n}\n",
        "static int middle(int x)\n{\n\treturn x;\n}\n",
        '#include "middle.h"\n',
    ],
)
def test_what_is_no_use(text):
    assert list(check_circles.complaints("d", with_in_low(text))) == []


def test_the_order_of_a_kbuild_is_kept():
    good = "thing-y := low.o\nthing-y += middle.o high.o\n"
    assert list(check_circles.complaints("d", CHAIN, good)) == []
    wrong = "thing-y := middle.o low.o\n"
    assert list(check_circles.complaints("d", CHAIN, wrong)) == [
        "d/Kbuild: high.c is not listed",
        "d/Kbuild: middle.c uses low of low.c, which is listed above it",
    ]


def test_nothing_to_check_is_no_success(tmp_path):
    assert check_circles.main([]) == 1
    assert check_circles.main([str(tmp_path)]) == 1


def driver():
    """Its files as they are, and its Kbuild."""
    folder = Path(__file__).resolve().parents[2] / "driver"
    return {path.name: path.read_text() for path in folder.glob("*.[ch]")}, (folder / "Kbuild").read_text()


def test_the_driver_has_none_and_a_planted_one_is_seen():
    files, kbuild = driver()
    assert list(check_circles.complaints("driver", files, kbuild)) == []
    files["card.c"] += "void planted(struct forebay_card *card)\n{\n\tforebay_card_recover(card);\n}\n"
    assert list(check_circles.complaints("driver", files, kbuild)) == [
        "driver: 2 files in a circle:",
        "    card.c uses forebay_card_recover of online.c",
        "    online.c uses forebay_card_enter of card.c",
        "driver/Kbuild: card.c uses forebay_card_recover of online.c, which is listed above it",
    ]
