#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What makes a shell script take a failure for success; prints `path:line: rule` and fails on any.

* under `pipefail`, a pipe into a reader that ends early: the writer dies of SIGPIPE when it is slow, and the pipe fails
* a command substitution in a declaration (`local x="$(f)"`): its status is that of `local`
* a command substitution of a function that ends the script, anywhere but alone in an assignment: it ends only itself
* such a function as a condition (`f > log || ...`): in it `set -e` does nothing, so it goes on after what failed
"""

import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
SHEBANG = re.compile(r"#!.*\b(ba)?sh\b")
SOURCED = re.compile(r"^\s*\. ([\w./-]+\.sh)\s*$", re.MULTILINE)
EARLY_READERS = (
    re.compile(r"(?<!\|)\|&?\s*(?:\S+=\S+\s+)*(?:e|f|z)?grep\s+(?:\S+\s+)*?(?:-\w*[qlmL]\w*|--(?:quiet|silent|max-count|files-with)\S*)"),
    re.compile(r"(?<!\|)\|&?\s*(?:head|read|true|:)\b"),
    re.compile(r"(?<!\|)\|&?\s*sed\b[^|]*[0-9;{'\"/$]q[;}'\"\s]"),
    re.compile(r"(?<!\|)\|&?\s*awk\b[^|]*\bexit\b"),
)  # fmt: skip
MASKED = re.compile(r"^\s*(?:local|readonly|declare|export|typeset)\b[^#]*?\w=\S*?\$\((?!\()")
FUNCTION = re.compile(r"^(\w+)\(\) *[{(]", re.MULTILINE)
SUBSTITUTED = re.compile(r"\$\(\s*(\w+)")
ASSIGNED = re.compile(r"""^\s*\w+=(["']?)\$\(\s*(\w+).*\)\1\s*(?:#.*)?$""")
CONDITION = re.compile(r"^\s*(\w+)[^|#;]*>[^|#;]*(?:\|\||&&)")


def joined(text):
    """(first line number, text) of each logical line: comments out, continuations together."""
    number, held = None, ""
    for index, line in enumerate(text.splitlines(), 1):
        code = "" if re.match(r"\s*#", line) else line
        number = number or index
        if code.endswith(("\\", "|", "||", "&&")):
            held += code.removesuffix("\\") + " "
            continue
        yield number, held + code
        number, held = None, ""


def functions(text):
    """Body of each function, by name."""
    names = list(FUNCTION.finditer(text))
    return {found.group(1): text[found.end() :] for found in names}


def enders(text):
    """Functions that may end the script, directly or by a function that they call."""
    bodies = functions(text)
    found = {"die"} & set(bodies)
    while True:
        more = {name for name, body in bodies.items() if any(re.search(rf"\b{end}\b", code_of(body)) for end in found)}
        if more <= found:
            return found
        found |= more


def code_of(body):
    """A function's text up to its end, without comments."""
    lines = re.split(r"^[})]|(?<=[;&]) *\}$", body, maxsplit=1, flags=re.MULTILINE)[0].splitlines()
    return "\n".join(line for line in lines if not re.match(r"\s*#", line))


def check(name, text, sourced=""):
    """Complaints about one script; `sourced` is what it reads in."""
    ending = enders(sourced + "\n" + text)
    piped = re.search(r"^\s*set\s.*\bpipefail\b", text, re.MULTILINE)
    for number, line in joined(text):
        if piped and any(reader.search(line) for reader in EARLY_READERS):
            yield f"{name}:{number}: pipe into a reader that ends early: take the whole output first"
        if MASKED.search(re.sub(r"'[^']*'", "''", line)):
            yield f"{name}:{number}: the declaration hides the command's status: declare first, then assign"
        alone = ASSIGNED.match(line)
        for called in SUBSTITUTED.findall(line):
            if called in ending and not (alone and called == alone.group(2)):
                yield f"{name}:{number}: {called} may end the script, but ends only its substitution: assign it alone"
        if (found := CONDITION.match(line)) and found.group(1) in ending:
            yield f"{name}:{number}: {found.group(1)} as a condition goes on after a failure: take its status apart"


def scripts():
    """Every shell script that git knows, by its first line."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPO, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in listed.splitlines():
        path = REPO / name
        if not path.is_file() or path.suffix not in {".sh", ""}:
            continue
        first = path.read_bytes()[:80].decode("utf-8", "replace")
        if path.suffix == ".sh" or SHEBANG.match(first):
            yield path


def main():
    complaints, count = [], 0
    for path in scripts():
        text = path.read_text()
        sourced = "\n".join((REPO / other).read_text() for other in SOURCED.findall(text) if (REPO / other).is_file())
        complaints += check(path.relative_to(REPO), text, sourced)
        count += 1
    for complaint in complaints:
        print(complaint)
    print(f"check_shell: {count} scripts, {len(complaints)} complaints")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
