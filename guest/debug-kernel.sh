#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds build/guest/kernels/debug from Debian's source of Linux 6.12: the smallest configuration
# with guest/debug.config added, so KASAN, lockdep, kmemleak and DMA-API debugging watch the driver.
# The layout is that of guest/kernels.sh. Some ten minutes on two cores; silent when it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SOURCE="$PWD/build/guest/source"
readonly TO="$PWD/build/guest/kernels/debug"
readonly LOG="$PWD/build/guest/debug-kernel.log"

die() { echo "debug-kernel: $*" >&2; exit 1; }
say() { echo "debug-kernel: $*"; }

# Configures; every line of the fragment must have been taken, or the checker would silently be off.
configure() {
    local line name taken refused=()
    make -C "$SOURCE" O="$TO/build" tinyconfig
    "$SOURCE/scripts/kconfig/merge_config.sh" -m -O "$TO/build" "$TO/build/.config" guest/debug.config
    make -C "$SOURCE" O="$TO/build" olddefconfig
    while read -r line; do
        name="${line%%=*}" taken=yes
        case "$line" in
            *=n) ! grep -q "^$name=" "$TO/build/.config" || taken= ;;
            *) grep -qxF "$line" "$TO/build/.config" || taken= ;;
        esac
        [ -n "$taken" ] || refused+=("$line")
    done < <(grep '^CONFIG_' guest/debug.config)
    [ ${#refused[@]} -eq 0 ] || die "the configuration did not take from guest/debug.config: ${refused[*]}"
}

build() {
    # Not from nothing: make builds what a changed line needs.
    mkdir -p "$TO/build" "$TO/modules"
    configure
    make -C "$TO/build" -j"$(nproc)" bzImage modules
    cp "$TO/build/arch/x86/boot/bzImage" "$TO/vmlinuz"
    cp "$TO/build/drivers/pci/pcie/aer_inject.ko" "$TO/modules/"
    make -s -C "$TO/build" kernelrelease > "$TO/release"
}

main() {
    local want status
    want="$(cat guest/debug.config guest/debug-kernel.sh <(echo "$PWD") | sha256sum | cut -d' ' -f1)"
    [ -e "$TO/.stamp" ] && [ "$(cat "$TO/.stamp")" = "$want" ] && return
    guest/source.sh --all
    # Whoever looks for the kernel looks for its release: it is there only when all is.
    rm -f "$TO/.stamp" "$TO/release"
    say "building; the log is ${LOG#"$PWD/"}"
    # As a condition (`build || ...`) it would go on after a command of it that failed.
    set +e
    (set -e; build) > "$LOG" 2>&1
    status=$?
    set -e
    [ "$status" -eq 0 ] || { tail -n 20 "$LOG" >&2; die "the kernel did not build; the log is ${LOG#"$PWD/"}"; }
    echo "$want" > "$TO/.stamp.new"
    mv "$TO/.stamp.new" "$TO/.stamp"
    say "ready: $(cat "$TO/release")"
}

main "$@"
