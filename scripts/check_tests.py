#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every RTL file has a test that can be found: by its name, or in the first table of its block's README.

By name: `test/test_STEM.py` or `formal/STEM.sby` beside `STEM.sv`. Otherwise the first table of the README in the same
folder has a row that names the file in its first column and tests in its column "Checked by", as paths from the folder
or from the root of the repository (other words in ticks are no paths). Of packages and headers it may say "by every
user".

What is named must be there and must be true: a bench or a proof tests a file when the file is below the top that it
builds, and Rust tests have all of the card below them. Paths that READMEs of blocks, crates and of the driver name must
exist too.

Prints how many files are found in which way; fails when a file has no test, or a README says what is not so.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What is no part of a card: benches, proofs, models, measurements.
BESIDE = {"test", "formal", "model", "synth"}
CARD = "fby_sim_top"
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TICKS = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
TEST = re.compile(r"(\.py|\.sby|\.rs)$")
FILE = re.compile(r"^[\w./-]+/[\w.-]+\.(py|sby|rs|c|h|sv|svh|cpp|sh|toml|rdl|md|f|mk|json|txt)$")
EVERYWHERE = "by every user"


def is_fragment(path):
    """Something that has no life of its own: it is read where others name it."""
    return path.suffix == ".svh" or path.stem.endswith("_pkg")


class Tree:
    """The files of a repository, or of a world that a test has made."""

    def __init__(self, root):
        self.root = root
        self.sources = {}
        for path in sorted(
            [*root.glob("rtl/**/*.sv"), *root.glob("rtl/**/*.svh"), *root.glob("sim/*.sv"), *root.glob("regs/gen/*.sv")]
        ):
            self.sources[path.stem] = path
        self.uses = {stem: self.named(path) - {stem} for stem, path in self.sources.items()}

    def named(self, path):
        """Stems of the sources that a source uses."""
        return set(WORD.findall(COMMENT.sub(" ", path.read_text()))) & set(self.sources)

    def below(self, tops):
        """Stems of all that is built with these tops."""
        found, todo = set(), set(tops)
        while todo:
            found |= todo
            todo = set().union(*(self.uses.get(stem, set()) for stem in todo)) - found
        return found

    def tested(self, test):
        """Stems of what a test has below it."""
        text = test.read_text()
        if test.suffix == ".sby":
            tops = re.findall(r"--top\s+(\w+)", text)
        elif test.suffix == ".py":
            tops = {Path(string).stem for string in re.findall(r"[\"']([\w./-]+)[\"']", text)} & set(self.sources)
        else:
            tops = [CARD]
        return self.below(tops)

    def modules(self):
        """What needs a test."""
        for path in sorted(self.sources.values()):
            parts = path.relative_to(self.root).parts
            if parts[0] == "rtl" and path.stem.startswith("fby_") and not BESIDE & set(parts):
                yield path

    def place(self, folder, name):
        """Where a path of a README leads, or None."""
        return next((base / name for base in (folder, self.root) if (base / name).exists()), None)


def first_table(text):
    """Rows of the first table of a page, heading first, as lists of cells; a drawing is no table."""
    rows, drawing = [], False
    for line in text.splitlines():
        drawing ^= line.startswith("```")
        if not drawing and line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif rows:
            break
    return [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]


def rows_of(folder):
    """{stem: text of its cell "Checked by"} of the README's first table."""
    readme = folder / "README.md"
    table = first_table(readme.read_text()) if readme.exists() else []
    if not table or "Checked by" not in table[0]:
        return {}
    column = table[0].index("Checked by")
    found = {}
    for row in table[1:]:
        for name in TICKS.findall(row[0]):
            found[Path(name).stem] = row[column] if column < len(row) else ""
    return found


def by_name(path):
    """The tests that have a file's name."""
    places = (path.parent / "test" / f"test_{path.stem}.py", path.parent / "formal" / f"{path.stem}.sby")
    return [place for place in places if place.exists()]


def check_module(tree, path, cell, complain):
    """How a file's test is found, "name" or "table", or None; `cell` is what its README says."""
    own = by_name(path)
    for test in own:
        if path.stem not in tree.tested(test):
            complain(f"{path.stem} is not below what {test.relative_to(tree.root)} builds")
            return None
    listed = []
    for name in filter(TEST.search, TICKS.findall(cell or "")):
        test = tree.place(path.parent, name)
        if test is None:
            complain(f"the README says that {path.stem} is checked by {name}, which is no test there is")
        elif path.stem in tree.tested(test):
            listed.append(test)
        else:
            complain(f"the README says that {path.stem} is checked by {name}, which does not build it")
    if own:
        return "name"
    if listed or (is_fragment(path) and cell and EVERYWHERE in cell):
        return "table"
    complain(f"{path.stem}{path.suffix} has no test of its name, and the first table of its README names none")
    return None


def complaints(root):
    """(complaints, {way: number of files found by it})."""
    tree = Tree(root)
    said, ways = [], {"name": 0, "table": 0}
    tables = {}
    for path in tree.modules():
        folder = path.parent
        where = folder.relative_to(root)
        if folder not in tables:
            tables[folder] = rows_of(folder)
        cell = tables[folder].get(path.stem)
        way = check_module(tree, path, cell, lambda what, where=where: said.append(f"{where}: {what}"))
        if way:
            ways[way] += 1
    for folder, table in tables.items():
        where = folder.relative_to(root)
        for stem in table:
            if not [*folder.glob(f"**/{stem}.*")]:
                said.append(f"{where}: the README has a row about {stem}, which is not there")
    if not tables:
        said.append("no RTL file")
    for readme in sorted(
        [*root.glob("rtl/**/README.md"), *root.glob("crates/*/README.md"), *root.glob("driver/**/README.md")]
    ):
        for name in TICKS.findall(readme.read_text()):
            if FILE.match(name) and tree.place(readme.parent, name) is None:
                said.append(f"{readme.relative_to(root)}: {name} does not exist")
    return said, ways


def main(root=ROOT):
    """Prints complaints and counts; returns the exit status."""
    said, ways = complaints(root)
    for line in said:
        print(line)
    found = f"{ways['name']} RTL files have a test of their name, {ways['table']} have theirs in a table"
    print(f"{found}, {len(said)} complaints")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
