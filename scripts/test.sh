#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The test command: runs every runner, goes on after a failure so that one run shows all, keeps each
# log under build/test, and ends with the closing line of each runner. Quick checks come first.
# `scripts/test.sh lint cargo` runs only the stages named.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/build/tools/bin:$PWD/build/venv/bin:$PATH"

readonly LOGS="build/test"
readonly FOREBAY="target/debug/forebay"
readonly STAGES="gen-check lint rtl build cargo msm soapy guest pytest prove"
wanted=" $* "
for name in "$@"; do
    # Left out in silence, a misspelt stage would count as passed.
    case " $STAGES " in *" $name "*) ;; *) echo "test: no stage is called $name; there are: $STAGES" >&2; exit 2 ;; esac
done
summary=()
status=0

# $1: name; $2: pattern its closing line must match, so that an empty run is red; rest: command.
stage() {
    local name="$1" pattern="$2" log="$LOGS/$1.log" start=$SECONDS verdict closing failed=()
    shift 2
    case "$wanted" in "  " | *" $name "*) ;; *) return ;; esac
    echo "=== $name: $*"
    local rc
    "$@" 2>&1 | tee "$log"
    rc=${PIPESTATUS[0]}
    closing="$(grep -E "$pattern" "$log" | tail -n 1)"
    if [ "$rc" -eq 0 ] && [ -n "$closing" ]; then
        verdict=ok
    else
        verdict=FAILED
        status=1
        # What it said itself, and what it says has failed.
        mapfile -t failed < <(grep -m 20 -aE "^$name( failed: |: FAILED)" "$log")
        closing="status $rc: $(grep -aE "^$name: " "$log" | tail -n 1)"
    fi
    summary+=("$(printf '%-6s %-10s %5d s  %s' "$verdict" "$name" $((SECONDS - start)) "$closing")" "${failed[@]}")
}

# Both statuses count: the runner's own, and what its report adds up to.
cargo_stage() {
    scripts/cargo_tests.py 2>&1 | scripts/tally.py cargo
    [ "${PIPESTATUS[*]}" = "0 0" ]
}

pytest_stage() {
    pytest -n 2 --dist worksteal --quiet 2>&1 | scripts/tally.py pytest
    [ "${PIPESTATUS[*]}" = "0 0" ]
}

rtl_stage() {
    make --no-print-directory -C sim > "$LOGS/rtl-build.log" 2>&1 || { tail -n 60 "$LOGS/rtl-build.log"; return 1; }
    scripts/tally.py cards
}

# The program that is tested is the one with overflow checks and debug assertions, of the same build as the tests of the crates.
build_stage() {
    local version
    cargo build --workspace --quiet && version="$("$FOREBAY" --version)" && echo "build: $version"
}

# The main job as the README gives it, on both cards; the two results must be the same point.
msm_stage() {
    local card rtl fast
    for card in rtl fast; do
        "$FOREBAY" msm --points vectors/aleo-powers-of-beta-15.usrs --scalars random:1 \
            --card "$card" --verify --json > "$LOGS/msm-$card.json" || return 1
    done
    python - "$LOGS/msm-rtl.json" "$LOGS/msm-fast.json" <<'PY'
import json, sys
rtl, fast = (json.load(open(path)) for path in sys.argv[1:])
assert rtl["verified"] is True and fast["verified"] is True, "a card's result was not verified"
assert (rtl["x"], rtl["y"]) == (fast["x"], fast["y"]), "the cards disagree"
print(f"msm: {rtl['points']} points, verified on both cards, rtl: {rtl['cycles_per_point']:.2f} cycles per point, "
      f"adder utilisation {rtl['adder_utilisation']:.4f}, {rtl['wall_seconds']:.1f} s")
PY
}

# The launcher must say no where it has to, and the short suite must be all well. Building what goes into the guest
# needs the net the first time.
guest_stage() {
    guest/build.sh 6.12 && guest/selftest.sh "$FOREBAY" &&
        "$FOREBAY" guest --suite smoke --kernel 6.12
}

scripts/setup.sh || exit 1
mkdir -p "$LOGS"

stage gen-check 'outputs are up to date' make --no-print-directory gen-check
stage lint '^lint: [1-9][0-9]* passed, 0 failed' scripts/lint.sh
stage rtl '^rtl: [1-9]' rtl_stage
stage build '^build: forebay [0-9]' build_stage
stage cargo '^cargo: [1-9][0-9]* passed, 0 failed' cargo_stage
stage msm '^msm: ' msm_stage
stage soapy '^soapy: [1-9][0-9]* passed, 0 failed' soapy/test.sh
stage guest '^guest: [1-9][0-9]* passed, 0 failed' guest_stage
stage pytest '^pytest: [1-9][0-9]* passed, 0 failed' pytest_stage
stage prove '^prove: [1-9][0-9]* passed, 0 failed' scripts/prove.py

echo
printf '%s\n' "${summary[@]}"
echo "test: $([ $status -eq 0 ] && echo passed || echo FAILED) in $((SECONDS / 60)) min $((SECONDS % 60)) s"
exit $status
