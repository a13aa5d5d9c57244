#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# How often a test of the driver fails by chance: two busy loops run beside the guest while every program that has
# threads, kills, time-outs or faults runs RACES times, and the whole suite SUITES times. Any failure is red.
# bench/results/guest_flakes.json has the runs and failures of each program. Some hours, so only by name.
#
#   bench/flakes.sh [RACES [SUITES]]
set -euo pipefail
cd "$(dirname "$0")/.."

readonly RACES="${1:-20}" SUITES="${2:-3}"
readonly TO=build/guest/flakes
readonly RESULT=bench/results/guest_flakes.json
readonly BUSY_LOOPS=2

busy=()
start_busy() {
    local loop
    for ((loop = 0; loop < BUSY_LOOPS; loop++)); do
        (while :; do :; done) &
        busy+=($!)
    done
}
trap 'kill "${busy[@]}"' EXIT

# $1: what; $2: round; rest: options of `forebay guest`. A failure is in the summary; one without a summary ends all.
round() {
    local what="$1" number="$2" status=0
    shift 2
    target/release/forebay guest --suite "$@" --summary "$TO/$what-$number.json" > "$TO/$what-$number.log" 2>&1 || status=$?
    [ -s "$TO/$what-$number.json" ] || { tail -n 20 "$TO/$what-$number.log" >&2; exit 1; }
    echo "flakes: $what $number: $([ "$status" -eq 0 ] && echo passed || echo FAILED)"
    tally
}

# All rounds so far, so that a run that is cut short has left what it knows.
tally() {
    build/venv/bin/python - "$TO" "$RESULT" "$BUSY_LOOPS" "bench/flakes.sh $RACES $SUITES" << 'PY'
import collections, json, pathlib, sys
folder, result, loops, command = sys.argv[1:]
programs, rounds, failed = collections.defaultdict(lambda: {"runs": 0, "failed": []}), collections.Counter(), 0
for path in sorted(pathlib.Path(folder).glob("*.json")):
    rounds[path.stem.split("-")[0]] += 1
    for kernel in json.loads(path.read_text()):
        failed += kernel["failed"]
        for run in kernel["programs"]:
            entry = programs[f"{run['name']} on {run['card']}, {run['dma']}, {kernel['kernel']}"]
            entry["runs"] += 1
            entry["failed"] += [f"{path.stem}: {check}" for check in run["failed"]]
body = {"busy_loops": int(loops), "rounds": rounds, "failed": failed, "programs": dict(sorted(programs.items()))}
pathlib.Path(result).write_text(json.dumps({"command": command, "result": body}, indent=1) + "\n")
PY
}

rm -rf "$TO"
mkdir -p "$TO"
start_busy
for ((n = 1; n <= RACES; n++)); do
    for card in loopback msm-toy; do round races "$card-$n" races --kernel 6.12 --card "fast:$card"; done
done
for ((n = 1; n <= SUITES; n++)); do round full "$n" full; done
build/venv/bin/python -c 'import json, sys; sys.exit(json.load(open(sys.argv[1]))["result"]["failed"] != 0)' "$RESULT"
