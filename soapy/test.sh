#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the module with the library of debug assertions and runs its tests; ends with `soapy: 14 passed, 0 failed`.
set -uo pipefail
cd "$(dirname "$0")/.."

soapy/packages.sh && make --no-print-directory -s -C soapy PROFILE=debug tests || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export SOAPY_SDR_PLUGIN_PATH="$PWD/build/soapy"
# The system's Python, which has the packages' modules.
(cd soapy/test && timeout 300 /usr/bin/python3 -m unittest -v) > "$log" 2>&1
status=$?
cat "$log"
passed=$(grep -c ' \.\.\. ok$' "$log")
ran=$(sed -nE 's/^Ran ([0-9]+) tests? in .*/\1/p' "$log")
echo "soapy: $passed passed, $((${ran:-0} - passed)) failed"
[ "$status" -eq 0 ] && [ "$passed" -gt 0 ] && [ "$passed" = "${ran:-0}" ]
