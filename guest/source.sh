#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Fetches Debian 13's linux-source-6.12 and unpacks from it, under build/guest/source, the mainline
# XDMA driver with its private headers; with --all the whole tree, for `make guest-debug`.
# Silent and fast when it is there.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

readonly GUEST="$PWD/build/guest"
readonly SOURCE="$GUEST/source"
readonly ARCHIVE="linux-source-6.12"
readonly XDMA=(
    drivers/dma/xilinx/xdma.c drivers/dma/xilinx/xdma-regs.h drivers/dma/virt-dma.h drivers/dma/dmaengine.h
    include/linux/dma/amd_xdma.h include/linux/platform_data/amd_xdma.h
)

die() { echo "source: $*" >&2; exit 1; }
say() { echo "source: $*"; }

fetch() {
    local work="$GUEST/.source-work"
    say "fetching $ARCHIVE"
    debian_open "$work" trixie
    debian_unpack "$work" "$work/root" "$ARCHIVE"
    rm -rf "$SOURCE"
    mkdir -p "$SOURCE"
    tar -xf "$work/root/usr/src/$ARCHIVE.tar.xz" -C "$SOURCE" --strip-components=1 "${XDMA[@]/#/$ARCHIVE/}" ||
        die "$ARCHIVE.tar.xz has not all of ${XDMA[*]}"
    mv "$work/root/usr/src/$ARCHIVE.tar.xz" "$SOURCE/.$ARCHIVE.tar.xz"
    rm -rf "$work"
}

main() {
    mkdir -p "$GUEST"
    exec 9> "$GUEST/.source-lock"
    flock 9
    [ -e "$SOURCE/.$ARCHIVE.tar.xz" ] || fetch
    [ "${1:-}" = --all ] && [ ! -e "$SOURCE/.all" ] || return 0
    say "unpacking $ARCHIVE"
    tar -xf "$SOURCE/.$ARCHIVE.tar.xz" -C "$SOURCE" --strip-components=1
    touch "$SOURCE/.all"
}

main "$@"
