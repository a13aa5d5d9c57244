#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is kept of a sweep's folder: the time that it took, and what it says in a few figures, all of them modelled."""

import json
import os
import sys
from pathlib import Path

out = Path(sys.argv[1])
said = json.loads((out / "said.json").read_text())
page = (out / "report.html").stat().st_size
record = {
    "took": json.loads((out / "times.json").read_text()),
    "processors": os.cpu_count(),
    "modelled": said["modelled"],
    "model": said["model"],
    "settings_known_from_before": said["found"],
    "report_bytes": page,
    "pictures": len(said["pictures"]),
    "traces": len(said["traces"]),
    "summary": said["summary"],
}
print(json.dumps(record, indent=1))
