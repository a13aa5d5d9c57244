# SPDX-License-Identifier: Apache-2.0
"""One module per output language; each has export(maps, cards) -> {path relative to the repository: text}."""

BANNER = "Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead."
