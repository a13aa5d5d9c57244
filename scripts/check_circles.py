#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of a folder of C that use each other in a circle; prints each circle file by file and fails on any.

A file uses another one when it names a function or an object that a header of the folder declares and that the other
file defines, be it by way of what a header defines itself: an inline function or a macro. A structure makes no use: a
header that only says how something is laid out, or a call through a pointer, is what takes circles apart.

`Kbuild` lists the files from the bottom up, and each uses only what stands before it.
"""

import re
import sys
from itertools import pairwise
from pathlib import Path

NOISE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)((?:\\\n|[^\n])*)", re.MULTILINE)
MACRO = re.compile(r"\s*(\w+)(.*)", re.DOTALL)
NAME = re.compile(r"\b[A-Za-z_]\w*\b")
CALLED = re.compile(r"\b(\w+)\s*\(")
# DEFINE_...(NAME, ...) of the kernel.
MADE = re.compile(r"\bDEFINE_\w+\s*\(\s*(\w+)")
OBJECT = re.compile(r"\b(\w+)\s*(?:\[[^]]*\]\s*)*$")
OBJECTS = re.compile(r"^\S+-y\s*\+?:?=(.*)", re.MULTILINE)


def macros(code):
    """(text without directives, {macro: its body})."""
    found = {}

    def take(line):
        if line.group(1) == "define" and (macro := MACRO.match(line.group(2))):
            found[macro.group(1)] = macro.group(2)
        return ""

    return DIRECTIVE.sub(take, code), found


def chunks(code):
    """What stands at the top level, one at a time: (up to its first brace or initialiser, all of it)."""
    depth, start = 0, 0
    for at, char in enumerate(code):
        depth += (char in "{(") - (char in "})")
        head = re.split(r"[{=]", code[start:at], maxsplit=1)
        ends_body = char == "}" and len(head) == 2 and code[start + len(head[0])] == "{"
        if depth == 0 and (char == ";" or ends_body):
            text = code[start : at + 1]
            start = at + 1
            yield re.split(r"[{=;]", text, maxsplit=1)[0].strip(), text


def named(head):
    """Name of what a top-level text is about, or None."""
    if made := MADE.search(head):
        return made.group(1)
    if called := CALLED.search(head):
        return called.group(1)
    found = OBJECT.search(head)
    return found.group(1) if found else None


class Source:
    """One file: what it promises, what it defines, what it names."""

    def __init__(self, text):
        code, self.inside = macros(NOISE.sub(" ", text))
        self.declares, self.defines, self.own = set(), set(), set(self.inside)
        words = set(NAME.findall(code))
        for head, whole in chunks(code):
            name = named(head)
            if name is None or re.match(r"(struct|union|enum)\s+\w+$", head):
                continue
            body = whole.endswith("}") or "=" in whole
            if re.search(r"\bstatic\b", head):
                self.own.add(name)
                self.inside[name] = whole
            elif "extern" in head or ("(" in head and not body and not MADE.search(head)):
                self.declares.add(name)
            else:
                self.defines.add(name)
        self.words = words.union(*(NAME.findall(body) for body in self.inside.values()))


def uses(files):
    """{file: {other file: a name of it that is used}}; `files` maps names to texts."""
    sources = {name: Source(text) for name, text in files.items()}
    headers = [source for name, source in sources.items() if name.endswith(".h")]
    declared = set().union(*(header.declares for header in headers))
    # What a header does itself, its user does.
    inside = {}
    for header in headers:
        inside |= {name: set(NAME.findall(body)) for name, body in header.inside.items()}
    graph = {}
    for file, source in sources.items():
        if not file.endswith(".c"):
            continue
        words, seen = set(source.words), set()
        while new := (words & set(inside)) - seen:
            seen |= new
            words = words.union(*(inside[name] for name in new))
        used = (words & declared) - source.own - source.defines
        graph[file] = {}
        for other, theirs in sources.items():
            if other.endswith(".c") and other != file and (names := sorted(used & theirs.defines)):
                graph[file][other] = names[0]
    return graph


def way(graph, start, end):
    """Shortest way along the graph from one file to another, both included, or None."""
    ways = [[start]]
    seen = set()
    for path in ways:
        for following in sorted(graph[path[-1]]):
            if following == end:
                return [*path, end]
            if following not in seen:
                seen.add(following)
                ways.append([*path, following])
    return None


def circles(graph):
    """Shortest circle through each file, each circle once, as a list that begins and ends with the same file."""
    found = {}
    for file in sorted(graph):
        if circle := way(graph, file, file):
            found.setdefault(frozenset(circle), circle)
    return list(found.values())


def order(kbuild):
    """Files of a Kbuild, from the bottom up."""
    return [f"{name}.c" for line in OBJECTS.findall(kbuild) for name in re.findall(r"(\w+)\.o\b", line)]


def complaints(name, files, kbuild=None):
    """All complaints about the files of one folder."""
    graph = uses(files)
    if not graph:
        yield f"{name}: no C file"
    for circle in circles(graph):
        yield f"{name}: {len(circle) - 1} files in a circle:"
        for one, other in pairwise(circle):
            yield f"    {one} uses {graph[one][other]} of {other}"
    if kbuild is None:
        return
    below = order(kbuild)
    for file in sorted(set(graph) - set(below)):
        yield f"{name}/Kbuild: {file} is not listed"
    for file, others in sorted(graph.items()):
        for other, used in sorted(others.items()):
            if {file, other} <= set(below) and below.index(other) > below.index(file):
                yield f"{name}/Kbuild: {file} uses {used} of {other}, which is listed above it"


def main(folders):
    """Checks each folder; returns the exit status."""
    bad = False
    for folder in map(Path, folders):
        files = {path.name: path.read_text() for path in sorted(folder.glob("*.[ch]"))}
        kbuild = folder / "Kbuild"
        for line in complaints(str(folder), files, kbuild.read_text() if kbuild.exists() else None):
            print(line)
            bad = True
    return 1 if bad or not folders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
