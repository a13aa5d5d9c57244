# SPDX-License-Identifier: Apache-2.0
"""Every test program that cargo names is run, where cargo would run it, and one that fails or does not end is told."""

import json

import cargo_tests
import pytest
import tally
from stand_ins import program

RESULT = "test result: {}. {} passed; {} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s"


def artifact(folder, name, test=True):
    message = {
        "reason": "compiler-artifact", "target": {"name": name}, "profile": {"test": test},
        "manifest_path": str(folder / "Cargo.toml"), "executable": str(folder / name),
    }  # fmt: skip
    return json.dumps(message)


@pytest.fixture
def crate(tmp_path, monkeypatch):
    """A folder for programs, and cargo's message for each that is made there."""
    messages = tmp_path / "messages"
    messages.write_text('{"reason":"build-finished","success":true}\n' + artifact(tmp_path, "tool", test=False) + "\n")
    program(tmp_path / "bin/cargo", f'case "$*" in *--doc*) echo the examples ;; *) cat {messages} ;; esac')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    monkeypatch.setattr(cargo_tests, "REPO", tmp_path)

    def make(name, text):
        program(tmp_path / name, text)
        messages.write_text(messages.read_text() + artifact(tmp_path, name) + "\n")

    return make


def test_every_program_is_run_in_its_crate_and_says_its_piece(crate, tmp_path, capsys):
    crate("one", f'echo "running 2 tests"; pwd; echo "$CARGO_MANIFEST_DIR $1"; echo "{RESULT.format("ok", 2, 0)}"')
    crate("two", f'echo "running 3 tests"; echo "{RESULT.format("ok", 3, 0)}" >&2')
    assert cargo_tests.main() == 0
    said = capsys.readouterr().out
    assert f"{tmp_path}\n{tmp_path} --quiet\n" in said
    assert "the examples" in said
    assert tally.of_cargo(said) == (5, 0, 0)


def test_one_that_fails_does_not_keep_the_others_from_running(crate, capsys):
    crate("one", f'echo "running 1 test"; echo "{RESULT.format("FAILED", 0, 1)}"; exit 101')
    crate("two", f'echo "running 1 test"; echo "{RESULT.format("ok", 1, 0)}"')
    assert cargo_tests.main() == 1
    said = capsys.readouterr().out
    assert "one: status 101" in said
    assert tally.of_cargo(said) == (1, 1, 0)


def test_one_that_does_not_end_is_ended(crate, capsys, monkeypatch):
    monkeypatch.setattr(cargo_tests, "PROGRAM_SECONDS", 0.5)
    crate("one", 'echo "running 4 tests"; exec sleep 60')
    assert cargo_tests.main() == 1
    said = capsys.readouterr().out
    assert "one: no end after 0.5 s" in said
    assert tally.of_cargo(said) == (0, 4, 0)


def test_what_does_not_build_is_not_taken_for_passed(tmp_path, monkeypatch):
    program(tmp_path / "cargo", "exit 101")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert cargo_tests.main() == 101
