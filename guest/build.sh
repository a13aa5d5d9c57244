#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds what goes into the guest, each part only where it changed:
#
#   build/guest/kernels/         guest/kernels.sh
#   build/guest/driver/<series>  forebay.ko, and driver/test/kmod's modules, for each kernel
#   build/guest/tests-ko/<rel>   the test-only modules of a kernel
#   build/guest/tests            test programs
#   build/guest/bin              busybox, and the command-line program without simulated cards
#
# Arguments are the kernels to build for; 6.1 and 6.12 if none is given.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly GUEST="$PWD/build/guest"
readonly TARGET=x86_64-unknown-linux-gnu
readonly LOG="$GUEST/build.log"

die() { echo "guest: $*" >&2; exit 1; }

# The log is only for the day something fails; a warning of the compiler is always shown, and red.
logged() {
    "$@" > "$LOG" 2>&1 || { tail -n 40 "$LOG" >&2; die "this failed: $*"; }
    ! grep -E '(^|: )warning: ' "$LOG" >&2 || die "these warnings came from: $*"
}

# $1: source; $2: its place, where it appears as a whole or not at all.
place() {
    if cmp -s "$1" "$2"; then return; fi
    cp --preserve=mode "$1" "$2.new"
    mv "$2.new" "$2"
}

# $1: series. A copy, so that each kernel keeps its own objects; beside it what the sources name.
build_modules() {
    local kdir="$GUEST/kernels/$1/build" to="$GUEST/driver/$1" release source ko
    release="$(cat "$GUEST/kernels/$1/release")"
    mkdir -p "$to" "$GUEST/tests-ko/$release"
    ln -sfn "$PWD/regs/gen" "$GUEST/driver/regs/gen"
    while read -r source; do
        mkdir -p "$to/$(dirname "$source")"
        place "driver/$source" "$to/$source"
    done < <(cd driver && find . -type f)
    # A source that was removed or renamed must not live on in the copy.
    while read -r source; do
        [ -e "driver/$source" ] || rm -f "$to/$source"
    done < <(cd "$to" && find . -name '*.[ch]' ! -name '*.mod.c' ! -name '.*')
    logged make -C "$kdir" M="$to" modules
    [ -e driver/test/kmod/Kbuild ] || return 0
    logged make -C "$kdir" M="$to/test/kmod" KBUILD_EXTRA_SYMBOLS="$to/Module.symvers" modules
    for ko in "$GUEST/tests-ko/$release"/*.ko; do
        [ -e "$to/test/kmod/$(basename "$ko")" ] || rm -f "$ko"
    done
    # A guest may start meanwhile.
    for ko in "$to"/test/kmod/*.ko; do place "$ko" "$GUEST/tests-ko/$release/$(basename "$ko")"; done
}

# The program, the host library's own test program, and one in C that uses the library.
build_program() {
    local of=(--release --quiet --no-default-features --target "$TARGET") out="$GUEST/cli/$TARGET/release"
    export CARGO_TARGET_DIR="$GUEST/cli" RUSTFLAGS="-C target-feature=+crt-static"
    logged cargo build "${of[@]}" -p forebay-cli -p forebay-library-tests
    logged cargo rustc "${of[@]}" -p forebay-c --lib --crate-type staticlib
    # The linker warns of calls that this program does not make.
    logged gcc -static -O2 -Wall -Wextra -Werror -Wl,--no-warnings -Icrates/forebay-c/include -o "$out/host_library_c" \
        crates/forebay-c/tests/node.c "$out/libforebay_c.a" -lpthread -lm
    place "$out/forebay" "$GUEST/bin/forebay"
    place "$out/host_library" "$GUEST/tests/host_library"
    place "$out/host_library_c" "$GUEST/tests/host_library_c"
}

main() {
    local series
    [ $# -gt 0 ] || set -- 6.1 6.12
    # Before anything is fetched.
    for series in "$@"; do
        case "$series" in 6.1 | 6.12 | debug) ;; *) die "there is no kernel $series; there are 6.1, 6.12 and debug" ;; esac
    done
    mkdir -p "$GUEST/bin" "$GUEST/driver/regs"
    exec 8> "$GUEST/.build-lock"
    flock 8
    guest/source.sh
    for series in "$@"; do
        if [ "$series" = debug ]; then guest/debug-kernel.sh; else guest/kernels.sh "$series"; fi
        build_modules "$series"
    done
    logged make -C driver/test OUT="$GUEST/tests"
    place driver/test/SUITE "$GUEST/SUITE"
    place "$(command -v busybox)" "$GUEST/bin/busybox"
    build_program
}

main "$@"
