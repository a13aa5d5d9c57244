# SPDX-License-Identifier: Apache-2.0
"""Shell that takes a failure for success is found, and its safe forms are not."""

import check_shell
import pytest

HEAD = """#!/usr/bin/env bash
set -euo pipefail
die() { exit 1; }
pick() {
    [ -n "$1" ] || die
}
name() { echo x; }
"""


def complaints(line):
    return list(check_shell.check("f", HEAD + line + "\n"))


@pytest.mark.parametrize(
    "line",
    [
        "ldd x 2>&1 | grep -q 'not found' || continue",
        "ldd x |\n    grep --quiet x",
        "ldd x | LC_ALL=C grep -i -m1 x",
        "cat x | head -n 1",
        "cat x | sed -n '1p;q'",
        "cat x | awk '/x/ { print; exit }'",
        'cat x | read -r line',
        'local found="$(name)"',
        "readonly FOUND=$(name)",
        'use "$(pick "$1")"',
        'found="$(name "$(pick "$1")")"',
        "pick > log 2>&1 || die",
    ],
)  # fmt: skip
def test_it_is_found(line):
    assert len(complaints(line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "grep -q x file || die",
        "# ldd x | grep -q y",
        "[ -e x ] || grep -q x file",
        "cat x | sed -n 1p | tail -n 1",
        "grep -E x file | sort",
        'found="$(pick "$1")"',
        'found="$(pick "$(name)")" # both ways',
        'use "$(name)"',
        "local n=$((1 + 2)) found",
        "readonly TEXT='root=\"$(pwd)\"'",
        "true > log || die",
    ],
)
def test_its_safe_form_is_not(line):
    assert complaints(line) == []


def test_without_pipefail_only_the_last_of_a_pipe_counts():
    assert list(check_shell.check("f", "set -eu\nldd x | grep -q y\n")) == []


def test_functions_of_a_sourced_script_end_it_too():
    found = list(check_shell.check("f", 'use "$(fetch)"\n', "die() { exit 1; }\nfetch() { die; }\n"))
    assert len(found) == 1 and "fetch may end the script" in found[0]


def test_every_script_of_the_repository_is_looked_at():
    names = {str(path.relative_to(check_shell.REPO)) for path in check_shell.scripts()}
    assert {"guest/kernels.sh", "scripts/setup.sh", "guest/init", ".ci/run", "bench/run.sh"} <= names
