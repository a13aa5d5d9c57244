#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Every style and lint check, each on its own line; all of them run even when one fails, as many at once as there are cores.
# `scripts/lint.sh rtl` runs only the checks whose name starts with that word.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/build/tools/bin:$PWD/build/venv/bin:$PATH"

only="${1:-}"
begun=0
at_once="$(nproc)"
# Each check that has passed leaves a file there.
passed="$(mktemp -d)"
trap 'rm -rf "$passed" "$passed.lock"' EXIT

# $1: name, rest: command. Begins the check when there is room for it.
check() {
    case "$1" in "$only"*) ;; *) return ;; esac
    while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n; done
    begun=$((begun + 1))
    run_check "$@" &
}

# The same arguments. Shows the output of a failure only, in one piece.
run_check() {
    local name="$1" output verdict
    shift
    if output="$("$@" 2>&1)"; then
        verdict="lint: ok      $name"
        : > "$passed/$name"
    else
        verdict="lint: FAILED  $name"$'\n'"$output"
    fi
    { flock 9; printf '%s\n' "$verdict"; } 9> "$passed.lock"
}

# Every module of a list that nothing else in it instantiates is a top, so MULTITOP says nothing;
# which parameters a card is built with is said once, in regs/cards.rdl.
# $1: file list; rest: further arguments.
verilator_lint() {
    local sources
    mapfile -t sources < <(scripts/flist.py "$1")
    shift
    verilator --lint-only -Wall -Wno-MULTITOP -Irtl/common "${sources[@]}" "$@"
}

# A check of a list is called by the list's name, so that two of one name would be one check.
list_names() {
    local twice
    twice="$(printf '%s\n' "$@" | sed 's|.*/||' | sort | uniq -d)"
    [ -z "$twice" ] || { echo "several file lists are called $twice; rename all but one"; return 1; }
}

verible_lint() {
    local files
    # Test harnesses follow the names of the bus model that drives them; invariants are fragments, read
    # where they are included.
    mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.sv' '*.svh' ':!*/test/*' \
        ':!*_invariants.svh')
    [ ${#files[@]} -gt 0 ] || { echo "no SystemVerilog file found"; return 1; }
    verible-verilog-lint --rules_config .rules.verible "${files[@]}"
}

variant_names() { make -s -C sim list; }
# $1: card build, whose parameters the simulation top has too; $2: file list; rest: further arguments.
variant_lint() {
    local parameters
    mapfile -t parameters < <(sed -n "s/^PARAMS_$1 *= *//p" sim/variants.mk | tr -s ' ' '\n' | sed 's/^/-G/')
    [ ${#parameters[@]} -gt 0 ] || { echo "sim/variants.mk has no line PARAMS_$1"; return 1; }
    verilator_lint "$2" "${parameters[@]}" "${@:3}"
}

# $1: kernel series. The module and the test-only modules, from a copy so that nothing is taken as already checked.
driver_lint() {
    local series="$1" copy="build/test/driver-lint/$1" output
    guest/kernels.sh "$series" && guest/source.sh || return 1
    rm -rf "$copy" && mkdir -p "$copy" && cp -r driver "$copy/driver" || return 1
    mkdir -p "$copy/regs" && ln -s "$PWD/regs/gen" "$copy/regs/gen" || return 1
    output="$(make -C "build/guest/kernels/$series/build" M="$PWD/$copy/driver" W=1 C=2 modules 2>&1)" ||
        { echo "$output"; return 1; }
    ! grep -E '(warning|error):' <<< "$output"
}

# No structure of the ABI has padding of the compiler's, so 32-bit and 64-bit programs agree.
abi_padding() {
    local bits options=(-fsyntax-only -Wall -Wextra -Wpadded -Werror -isystem "/usr/include/$(gcc -print-multiarch)")
    for bits in -m32 -m64; do
        gcc "$bits" "${options[@]}" -x c -include driver/uapi/forebay.h /dev/null || return 1
    done
}

check rust-clippy cargo clippy --workspace --all-targets --quiet -- -D warnings
check text scripts/check_text.py
check shell scripts/check_shell.py
check tests scripts/check_tests.py
check python-ruff ruff check .
check python-format ruff format --check .
check rtl-verible verible_lint
shopt -s globstar
check rtl-list-names list_names rtl/**/*.f
for list in rtl/**/*.f; do
    # A list of packages alone has no module; its constants are checked where they are used.
    case "$list" in *_pkg.f | */reg.f) continue ;; esac
    check "rtl-verilator-$(basename "$list" .f)" verilator_lint "$list"
done
read -ra variants <<< "$(variant_names)"
check rtl-variants [ ${#variants[@]} -gt 0 ]
for variant in "${variants[@]}"; do
    check "rtl-verilator-card-$variant" variant_lint "$variant" rtl/card/card.f --top-module fby_card
    check "rtl-verilator-sim-$variant" variant_lint "$variant" sim/sim.f --top-module fby_sim_top -DFBY_SIM_MUL
done
check driver-abi-padding abi_padding
check driver-circles scripts/check_circles.py driver
check platform-plugs scripts/check_plugs.py
check card-facts scripts/check_facts.py
for series in 6.1 6.12; do
    check "driver-$series" driver_lint "$series"
done
check rust-fmt cargo fmt --all --check
wait

[ "$begun" -gt 0 ] || echo "lint: no check's name starts with $only; 'make lint' shows them all" >&2
good="$(find "$passed" -type f | wc -l)"
echo "lint: $good passed, $((begun - good)) failed"
[ "$begun" -gt 0 ] && [ "$good" -eq "$begun" ]
