#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# How often a test of the driver fails by chance: two busy loops run beside two guests. One runs every program that has
# threads, kills, time-outs or faults RACES times, the other the whole suite SUITES times. Any failure is red.
# bench/results/guest_flakes.json has the runs and failures of each program. Some hours, so only by name.
#
#   bench/flakes.sh [RACES [SUITES [COMMAND...]]]
#
# A COMMAND that keeps one processor busy takes the place of a loop until it ends, so that a record of an hour need not be
# waited for alone: bench/flakes.sh 20 3 'bench/run.sh hostile' 'bench/run.sh fuzz_server'. One that fails is red too.
# What is cut short goes on with the rounds that are missing, as long as nothing was committed that the guest runs.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly RACES="${1:-20}" SUITES="${2:-3}"
readonly TESTED=(Cargo.lock crates driver guest regs rtl sim)
STATE="$(git log -1 --format=%h -- "${TESTED[@]}")"
# What is not committed has a name of its own, so that its rounds are nobody else's.
[ -z "$(git status --porcelain -- "${TESTED[@]}")" ] ||
    STATE+="-dirty-$( (git diff HEAD -- "${TESTED[@]}"; git ls-files -z --others --exclude-standard -- "${TESTED[@]}" |
        xargs -0r sha256sum) | sha256sum | cut -c 1-8)"
readonly STATE TO="build/guest/flakes/$STATE"
readonly RESULT=bench/results/guest_flakes.json
readonly BUSY_LOOPS=2
readonly INSTEAD=("${@:3}")
[ "${#INSTEAD[@]}" -le "$BUSY_LOOPS" ] || { echo "flakes: ${#INSTEAD[@]} commands for $BUSY_LOOPS busy loops" >&2; exit 2; }

# Each job has a process group of its own, so that nothing of it outlives the script.
jobs=()
start() { # COMMAND...
    set -m
    "$@" &
    set +m
    jobs+=("$!")
}
end_all() {
    local job
    # The shell's own list has one that had just begun when a signal came; ours has those that left a loop behind.
    for job in "${jobs[@]}" $(jobs -p); do kill -- "-$job" 2> /dev/null || true; done
}
trap end_all EXIT

# $1: the loop's number; $2: the command in its place, or nothing. Ends with the command and leaves the loop behind.
beside() {
    local status=0
    (eval "$2") > "$TO/beside-$1.log" 2>&1 || status=$?
    (while :; do :; done) &
    [ "$status" -eq 0 ] || echo "flakes: failed: $2; what it said is in $TO/beside-$1.log" >&2
    return "$status"
}

# $1: what; $2: round; rest: options of `forebay guest`. A failure is in the summary; without a verdict the stream ends.
round() {
    local summary="$TO/$1-$2.json" log="$TO/$1-$2.log" what="$1 $2" status=0
    shift 2
    [ ! -s "$summary" ] || return 0
    target/release/forebay guest --suite "$@" --jobs 1 --summary "$summary.part" > "$log" 2>&1 || status=$?
    # 5 is a suite in which something failed. One that was cut short has a summary too, of less than a round.
    [[ $status == [05] && -s $summary.part ]] || { tail -n 20 "$log" >&2; return 1; }
    mv "$summary.part" "$summary"
    echo "flakes: $what: $([ "$status" -eq 0 ] && echo passed || echo FAILED)"
    (flock 9; tally) 9> "$TO/.lock"
}

races() {
    local n card
    for ((n = 1; n <= RACES; n++)); do
        for card in loopback msm-toy; do round "races-$card" "$n" races --kernel 6.12 --card "fast:$card"; done
    done
}

suites() {
    local n
    for ((n = 1; n <= SUITES; n++)); do round full "$n" full; done
}

# All rounds so far, so that a run that is cut short has left what it knows.
tally() {
    build/venv/bin/python - "$TO" "$RESULT" "$BUSY_LOOPS" "bench/flakes.sh $RACES $SUITES" "$STATE" << 'PY'
import collections, json, pathlib, sys
folder, result, loops, command, state = sys.argv[1:]
programs, rounds, failed = collections.defaultdict(lambda: {"runs": 0, "failed": []}), collections.Counter(), 0
outside = []
for path in sorted(pathlib.Path(folder).glob("*.json")):
    rounds[path.stem.rpartition("-")[0]] += 1
    for kernel in json.loads(path.read_text()):
        failed += kernel["failed"]
        outside += [f"{path.stem}: {boot['logs']}: {check}" for boot in kernel["boots"] for check in boot["failed"]]
        for run in kernel["programs"]:
            entry = programs[f"{run['name']} on {run['card']}, {run['dma']}, {kernel['kernel']}"]
            entry["runs"] += 1
            entry["failed"] += [f"{path.stem}: {check}" for check in run["failed"]]
body = {"commit": state, "busy_loops": int(loops), "rounds": rounds, "failed": failed, "outside": outside,
        "programs": dict(sorted(programs.items()))}
pathlib.Path(result).write_text(json.dumps({"command": command, "result": body}, indent=1) + "\n")
PY
}

# What is measured is what is here now.
make --no-print-directory rtl build guest-images
mkdir -p "$TO"
for ((loop = 0; loop < BUSY_LOOPS; loop++)); do start beside "$loop" "${INSTEAD[loop]:-}"; done
readonly LOOPS=("${jobs[@]}")
start races
start suites
ended=0
for job in "${jobs[@]}"; do wait "$job" || ended=1; done
# The groups of the rounds are gone, and their numbers may be somebody else's.
jobs=("${LOOPS[@]}")
[ "$ended" -eq 0 ] || { echo "flakes: a guest ended without a verdict or a command failed; the logs are in $TO" >&2; exit 1; }
build/venv/bin/python -c 'import json, sys; sys.exit(json.load(open(sys.argv[1]))["result"]["failed"] != 0)' "$RESULT"
