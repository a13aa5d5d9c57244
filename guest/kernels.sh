#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Fetches Debian's stock kernels with what builds modules for them. Silent and fast when they are
# there; nothing is fetched twice. For each series (6.1 of Debian 12, 6.12 of Debian 13):
#
#   build/guest/kernels/<series>/release    the kernel's release, such as 6.1.0-50-amd64
#   build/guest/kernels/<series>/vmlinuz    the kernel
#   build/guest/kernels/<series>/modules/   modules that tests use and that are not built in
#   build/guest/kernels/<series>/build      for `make -C build/guest/kernels/<series>/build M=...`
#
# The -amd64 flavour, not -cloud-amd64: only that one has the DMA engine that mainline's xdma needs.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

readonly KERNELS="$PWD/build/guest/kernels"
readonly TRIXIE="$PWD/build/tools/trixie"
readonly LOADER_LIB="$TRIXIE/usr/lib/x86_64-linux-gnu"
readonly MODULES=(drivers/pci/pcie/aer_inject)

die() { echo "kernels: $*" >&2; exit 1; }
say() { echo "kernels: $*"; }

suite_of() { case "$1" in 6.1) echo bookworm ;; 6.12) echo trixie ;; *) die "there is no kernel $1; there are 6.1 and 6.12" ;; esac; }
compiler_of() { case "$1" in 6.1) echo gcc-12 ;; 6.12) echo gcc-14 ;; esac; }

# $1: suite; prints the release that its newest stock kernel has.
newest_release() {
    apt-cache "${debian_options[@]}" show "linux-image-amd64/$1" |
        sed -nE 's/^Depends:.*linux-image-([^ ]+) .*/\1/p' | sed -n 1p
}

# $1: path of a wrapper; rest: a program of Debian 13's and arguments that always come first.
run_by_loader() {
    local path="$1" program="$2"
    shift 2
    printf '#!/bin/sh\nexec "%s" --library-path "%s" --argv0 "%s" "%s" %s "$@"\n' \
        "$LOADER_LIB/ld-linux-x86-64.so.2" "$LOADER_LIB" "${program#"$TRIXIE"}" "$program" "$*" > "$path.new"
    chmod +x "$path.new"
    mv "$path.new" "$path"
}

# $1: root. Its build tools may want a newer C library than the host has: those are then run by
# Debian 13's loader. Two are dispatchers by word size, which that would confuse; x86 is what we want.
adapt_kbuild() {
    local tool
    for tool in scripts/mod/modpost:scripts/mod/modpost.real-lsb-64 tools/objtool/objtool:tools/objtool/objtool.real-x86 \
        scripts/basic/fixdep scripts/recordmcount scripts/genksyms/genksyms; do
        local kbuild wanted="${tool%%:*}" real="${tool##*:}"
        kbuild="$(echo "$1"/usr/lib/linux-kbuild-*)"
        [ -e "$kbuild/$real" ] || continue
        # ldd tells both kinds of misfit: a library that is missing and one that is too old.
        ldd "$kbuild/$real" 2>&1 | grep -q 'not found' || continue
        [ -e "$LOADER_LIB/ld-linux-x86-64.so.2" ] || die "$kbuild/$real does not run on this system; run 'make setup'"
        [ "$wanted" != "$real" ] || { mv "$kbuild/$real" "$kbuild/$real.real"; real="$real.real"; }
        rm -f "$kbuild/$wanted"
        run_by_loader "$kbuild/$wanted" "$kbuild/$real"
    done
}

# $1: series; $2: folder for wrappers. Prints the compiler that the series was built with.
install_compiler() {
    local name
    name="$(compiler_of "$1")"
    if command -v "$name"; then return; fi
    [ "$name" = gcc-14 ] && [ -e "$TRIXIE/usr/bin/x86_64-linux-gnu-gcc-14" ] ||
        die "the modules of kernel $1 are built by $name, which is missing; install the package $name and run this again"
    mkdir -p "$2"
    run_by_loader "$2/cc1" "$TRIXIE/usr/libexec/gcc/x86_64-linux-gnu/14/cc1"
    run_by_loader "$2/gcc-14" "$TRIXIE/usr/bin/x86_64-linux-gnu-gcc-14" "-B$2/"
    echo "$2/gcc-14"
}

# $1: root; $2: release; $3: compiler. The headers name places under / and a compiler by name.
adapt_headers() {
    local headers="$1/usr/src/linux-headers-$2"
    sed -i "s#include /usr/src#include $1/usr/src#" "$headers/Makefile"
    echo "CC = $3" >> "$headers/.kernelvariables"
    # Type information for BPF needs pahole, and nothing here reads it.
    sed -i '/^CONFIG_DEBUG_INFO_BTF_MODULES=/d' "$headers/include/config/auto.conf"
}

# $1: package file; $2: root; rest: paths in the package to unpack.
unpack_part() {
    local package="$1" root="$2"
    shift 2
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --wildcards "$@"
}

fetch() {
    local series="$1" suite release work="$KERNELS/.work" new="$KERNELS/$1.new" to="$KERNELS/$1" module found packages
    suite="$(suite_of "$series")"
    debian_open "$work" "$suite"
    release="$(newest_release "$suite")"
    case "$release" in "$series".*) ;; *) die "$suite's linux-image-amd64 is ${release:-not there}, not a $series kernel" ;; esac
    say "fetching $release"
    rm -rf "$new" "$to"
    mkdir -p "$new/modules"
    # The root is unpacked where it stays, because absolute names go into it.
    mkdir -p "$to"
    mapfile -t packages < <(apt-cache "${debian_options[@]}" depends "linux-headers-$release" |
        sed -nE 's/^ *Depends: (linux-headers-.*-common|linux-kbuild-.*)/\1/p')
    [ ${#packages[@]} -eq 2 ] || die "linux-headers-$release names ${packages[*]:-nothing}, not its common part and its build tools"
    debian_unpack "$work" "$to/root" "linux-headers-$release" "${packages[@]}"
    adapt_kbuild "$to/root"
    adapt_headers "$to/root" "$release" "$(install_compiler "$series" "$to/bin")"
    ln -s "root/usr/src/linux-headers-$release" "$to/build"

    rm -f "$work"/debs/*.deb
    (cd "$work/debs" && "${debian_apt[@]}" download "linux-image-$release") || die "apt-get could not download linux-image-$release"
    unpack_part "$work"/debs/*.deb "$new" './boot/*' "${MODULES[@]/#/*/kernel/}*" 
    mv "$new/boot/vmlinuz-$release" "$to/vmlinuz"
    mv "$new/boot/config-$release" "$to/config"
    mkdir "$to/modules"
    for module in "${MODULES[@]}"; do
        found="$(find "$new" -path "*/$module.ko*")"
        [ -n "$found" ] || die "linux-image-$release has no module $module"
        case "$found" in
            *.xz) xz -dc "$found" > "$to/modules/${module##*/}.ko" ;;
            *) mv "$found" "$to/modules/${module##*/}.ko" ;;
        esac
    done
    echo "$release" > "$to/release"
    rm -rf "$new" "$work"
}

main() {
    local series stamp want
    mkdir -p "$KERNELS"
    want="$(cat guest/kernels.sh scripts/debian.sh <(echo "$PWD") | sha256sum | cut -d' ' -f1)"
    exec 9> "$KERNELS/.lock"
    flock 9
    [ $# -gt 0 ] || set -- 6.1 6.12
    for series in "$@"; do
        stamp="$KERNELS/$series/.stamp"
        [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && continue
        fetch "$series"
        echo "$want" > "$stamp"
    done
}

main "$@"
