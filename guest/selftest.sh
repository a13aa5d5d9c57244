#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes sure that `forebay guest` says no where something went wrong, by letting it go wrong, and that
# nothing of it stays behind. $1: the program. Ends with one line that counts.
set -uo pipefail
cd "$(dirname "$0")/.."

readonly FOREBAY="${1:-target/release/forebay}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# $1: promise; rest: command that is true when it holds.
holds() {
    local promise="$1"
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "selftest: ok      $promise"
    else
        failed=$((failed + 1))
        echo "selftest: FAILED  $promise"
        sed 's/^/    /' "$work/out" "$work/err"
    fi
}

# Runs a command in the guest; leaves its output, errors and status in $work.
guest() {
    "$FOREBAY" guest "$@" > "$work/out" 2> "$work/err"
    status=$?
}

# $1: process; prints those that it started.
children() { grep -sl "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | cut -d/ -f3; }

# $1: socket of a card; true when a process still names it.
left_behind() { grep -sqF -- "$1" /proc/[0-9]*/cmdline; }

echo "it's data" > "$work/file"
guest --card none --file "$work/file:/data/file" -- sh -c 'cat /data/file; echo complaint >&2; exit 7'
holds "a command's status becomes the launcher's" test "$status" -eq 7
holds "its output comes alone, and files get in" test "$(cat "$work/out")" = "it's data"
holds "its errors come as errors" grep -qx complaint "$work/err"

guest --card none -- sh -c 'kill -SEGV $$'
holds "a command that crashes is red" test "$status" -eq 139

guest --card none -- sh -c 'echo "BUG: made by the self-test" > /dev/kmsg'
holds "a complaint of the kernel is red" test "$status" -eq 4
holds "and is shown" grep -q "BUG: made by the self-test" "$work/err"

guest --card none -- sh -c 'echo 1 > /proc/sys/kernel/sysrq; echo c > /proc/sysrq-trigger'
holds "a kernel that dies is red" test "$status" -eq 4
holds "and the console is named" grep -q "console.log" "$work/err"

guest --card none --timeout 2 -- sleep 1000
holds "a command that hangs is ended, and red" test "$status" -eq 4

guest --suite full -- no-such-program
holds "a suite of nothing is red" test "$status" -eq 4

# The card's process is ended while the guest runs; then the launcher's.
for victim in card launcher; do
    mkfifo "$work/fifo"
    "$FOREBAY" guest --no-driver --card fast:loopback -- sh -c 'echo running; sleep 1000' > "$work/fifo" 2> "$work/err" &
    launcher=$!
    read -r _ < "$work/fifo"
    for child in $(children "$launcher"); do
        # Of the two, the card's server has the option.
        found="$(tr '\0' ' ' < "/proc/$child/cmdline" | sed -nE 's/.*--socket ([^ ]+).*/\1/p')"
        [ -z "$found" ] || { card="$child" socket="$found"; }
    done
    holds "a machine with a card runs" left_behind "$socket"
    case "$victim" in
        card) kill -KILL "$card" ;;
        launcher) kill -TERM "$launcher" ;;
    esac
    wait "$launcher"
    status=$?
    holds "without its $victim the run is red" test "$status" -eq 4
    holds "and nothing of it stays" test -n "$socket" -a ! -e "$(dirname "$socket")"
    holds "no process either" eval '! left_behind "$socket"'
    rm "$work/fifo"
done

echo "selftest: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
