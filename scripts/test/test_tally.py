# SPDX-License-Identifier: Apache-2.0
"""What was not run, and what never came to run, is not taken for passed."""

import pytest
import tally

CARGO_LINE = "test result: {}. {} passed; {} failed; {} ignored; 0 measured; {} filtered out; finished in 0.1s\n"


def test_all_binaries_of_cargo_are_added_up():
    text = CARGO_LINE.format("ok", 3, 0, 0, 0) + "noise\n" + CARGO_LINE.format("FAILED", 4, 1, 2, 5)
    assert tally.of_cargo(text) == (7, 1, 7)


def test_a_binary_of_cargo_that_ends_before_its_result_has_failed():
    whole = "running 3 tests\n...\n" + CARGO_LINE.format("ok", 3, 0, 0, 0)
    assert tally.of_cargo(whole + "\nrunning 1 test\n.\n" + CARGO_LINE.format("ok", 1, 0, 0, 0)) == (4, 0, 0)
    assert tally.of_cargo(whole + "\nrunning 5 tests\n..") == (3, 5, 0)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("3 passed in 1.20s\n", (3, 0, 0)),
        ("===== 3 passed, 2 skipped in 1.20s (0:00:01) =====\n", (3, 0, 2)),
        ("1 failed, 3 passed, 1 warning, 2 errors in 1.2s\n", (3, 3, 0)),
        ("3 passed, 1 deselected, 2 xfailed, 4 xpassed in 1.2s\n", (3, 0, 7)),
        ("3 passed, 2 rerun in 1.2s\n", (3, 2, 0)),
        ("said in a test: 9 passed in 1s\n1 passed in 2.0s\n", (1, 0, 0)),
        ("no tests ran in 0.01s\n", (0, 0, 0)),
        ("", (0, 0, 0)),
    ],
)
def test_pytest_is_read_by_its_last_line(text, counts):
    assert tally.of_pytest(text) == counts


def test_what_failed_is_named():
    said = "---- tests::one stdout ----\n---- a::b stdout ----\n---- a::b stdout ----\nforebay-sim wire: status -11\n"
    assert tally.culprits("cargo", said + "a test: ok\n") == ["tests::one", "a::b", "forebay-sim wire: status -11"]
    said = "FAILED a/test_b.py::test_c[d] - assert 1 == 2\nERROR a/test_e.py\n1 failed, 1 error in 1s\n"
    assert tally.culprits("pytest", said) == ["a/test_b.py::test_c[d]", "a/test_e.py"]


@pytest.mark.parametrize(
    ("counts", "good"), [((5, 0, 0), True), ((0, 0, 0), False), ((5, 1, 0), False), ((5, 0, 1), False)]
)
def test_nothing_passed_something_failed_or_skipped_is_red(counts, good, monkeypatch):
    monkeypatch.setattr(tally, "EXPECTED_SKIPS", {"cargo": (0, "")})
    line, verdict = tally.verdict("cargo", *counts)
    assert verdict is good
    assert line.startswith(f"cargo: {counts[0]} passed, {counts[1]} failed, {counts[2]} skipped")


def test_an_expected_skip_is_shown_with_its_reason_and_one_that_is_gone_is_red(monkeypatch):
    monkeypatch.setattr(tally, "EXPECTED_SKIPS", {"pytest": (1, "needs a board")})
    assert tally.verdict("pytest", 5, 0, 1) == ("pytest: 5 passed, 0 failed, 1 skipped (needs a board)", True)
    assert tally.verdict("pytest", 6, 0, 0)[1] is False


def test_expected_skips_have_reasons():
    assert all(bool(count) == bool(reason) for count, reason in tally.EXPECTED_SKIPS.values())


def test_a_card_that_was_not_built_is_red(tmp_path):
    assert tally.cards([], tmp_path)[1] is False
    assert tally.cards(["msm"], tmp_path) == ("rtl: 0 of 1 cards built; missing: msm", False)
    (tmp_path / "msm").mkdir()
    (tmp_path / "msm/libfby_msm.so").write_text("")
    assert tally.cards(["msm"], tmp_path) == ("rtl: 1 of 1 cards built", True)
