# SPDX-License-Identifier: Apache-2.0
"""Programs that stand in for those of a machine."""


def program(path, text):
    """Makes an executable of lines of bash, and the folder it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(0o755)
