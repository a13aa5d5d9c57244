#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bitwuzla as a program that answers SMT-LIB commands as they come: what `scripts/prove.py` offers as `bitwuzla`.

The package has the solver as a library only, and its parser reads a file to the end before it answers. smtbmc waits for
each answer, so every command is parsed by itself. The parser loses count of levels between calls (it refuses
the first pop), so those two commands go to the solver directly.

Usage: bitwuzla --lang smt2 < COMMANDS
"""

import re
import sys

import bitwuzla

LEVELS = re.compile(r"\((push|pop) (\d+)\)")
# Where a parenthesis is none: quoted symbols, strings, comments.
QUOTED = re.compile(r'\|[^|]*\||"[^"]*"|;.*')


def commands(lines):
    """Whole commands, each of one line or several."""
    text, depth = "", 0
    for line in lines:
        text += line
        bare = QUOTED.sub("", line)
        depth += bare.count("(") - bare.count(")")
        if depth == 0 and text.strip():
            yield text.strip()
            text = ""
    if text.strip():
        raise SystemExit(f"bitwuzla: the input ends within a command: {text.strip()[:80]}")


def main():
    if "--help" in sys.argv:
        # smtbmc looks for this option to tell the solver's versions apart.
        print("usage: bitwuzla --lang smt2 < COMMANDS")
        return
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    for command in commands(sys.stdin):
        if command == "(exit)":
            return
        level = LEVELS.fullmatch(command)
        if level:
            getattr(parser.bitwuzla(), level[1])(int(level[2]))
        else:
            parser.parse(command, False, False)


if __name__ == "__main__":
    main()
