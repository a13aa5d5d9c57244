#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the module with the library of debug assertions and runs its tests and those of the blocks in gr/, then those of a card behind the driver in a virtual
# machine; ends with `soapy: N passed, 0 failed`.
set -uo pipefail
cd "$(dirname "$0")/.."

soapy/packages.sh && make --no-print-directory -s -C soapy PROFILE=debug tests || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export SOAPY_SDR_PLUGIN_PATH="$PWD/build/soapy"
# The system's Python, which has the packages' modules.
status=0
for folder in soapy/test gr/test; do
    # Each has to run tests, and all of them have to be well.
    PYTHONPATH="$PWD/gr:$PWD/soapy/test" timeout 300 /usr/bin/python3 -m unittest discover -v -s "$folder" >> "$log" 2>&1 || status=1
done
{ guest/build.sh 6.12 && timeout 600 soapy/test/guest.sh target/debug/forebay 6.12; } >> "$log" 2>&1 || status=1
cat "$log"
passed=$(grep -c ' \.\.\. ok$' "$log")
ran=$(sed -nE 's/^Ran ([1-9][0-9]*) tests? in .*/\1/p' "$log" | paste -sd+)
echo "soapy: $passed passed, $((${ran:-0} - passed)) failed"
# All three say how many they ran.
[ "$status" -eq 0 ] && [[ "$ran" == *+*+* ]] && [ "$passed" -eq $((ran)) ]
