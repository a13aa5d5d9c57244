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
        "$LOADER_LIB/ld-linux-x86-64.so.2" "$LOADER_LIB" "${program#"$TRIXIE"}" "$program" "$*" > "$path"
    chmod +x "$path"
}

# $1: a program. ldd tells both kinds of misfit, a library that is missing and one that is too old. Its whole output is
# taken before anything is looked for in it: a reader that ends early would end ldd, and that would count as no misfit.
misfit() {
    local said
    # Its status says the same less clearly: it is 1 for a static program too.
    said="$(ldd "$1" 2>&1)" || true # judged by its words
    [[ "$said" == *"not found"* ]]
}

# $1: root; $2: where the root will be. Its build tools may want a newer C library than the host has: those are then run
# by Debian 13's loader. Two are dispatchers by word size, which that would confuse; x86 is what we want.
adapt_kbuild() {
    local tool wanted real here there
    here="$(echo "$1"/usr/lib/linux-kbuild-*)"
    [ -d "$here" ] || die "there is no $here, where the kernel's build tools should be"
    there="$2${here#"$1"}"
    for tool in scripts/mod/modpost:scripts/mod/modpost.real-lsb-64 tools/objtool/objtool:tools/objtool/objtool.real-x86 \
        scripts/basic/fixdep scripts/recordmcount scripts/genksyms/genksyms; do
        wanted="${tool%%:*}" real="${tool##*:}"
        [ -e "$here/$real" ] || continue
        misfit "$here/$real" || continue
        [ -e "$LOADER_LIB/ld-linux-x86-64.so.2" ] || die "$here/$real does not run on this system; run 'make setup'"
        [ "$wanted" != "$real" ] || { mv "$here/$real" "$here/$real.real"; real="$real.real"; }
        rm -f "$here/$wanted"
        run_by_loader "$here/$wanted" "$there/$real"
    done
}

# $1: series; $2: folder for wrappers; $3: where that folder will be. Prints the compiler that the series was built with.
install_compiler() {
    local name proper
    name="$(compiler_of "$1")"
    if command -v "$name"; then return; fi
    [ -e "$TRIXIE/usr/bin/x86_64-linux-gnu-$name" ] ||
        die "the modules of kernel $1 are built by $name, which is missing; install the package $name, or run 'make setup', and run this again"
    # Which of the two folders it is in depends on its version.
    proper="$(find "$TRIXIE"/usr/{lib,libexec}/gcc/x86_64-linux-gnu/"${name#gcc-}" -name cc1 2>/dev/null)" || true # none: the next line
    [ -n "$proper" ] || die "$TRIXIE has $name without its cc1; remove build/tools and run 'make setup'"
    mkdir -p "$2"
    run_by_loader "$2/cc1" "$proper"
    run_by_loader "$2/$name" "$TRIXIE/usr/bin/x86_64-linux-gnu-$name" "-B$3/"
    echo "$3/$name"
}

# $1: root; $2: where the root will be; $3: release; $4: compiler. The headers name places under / and a compiler by name.
adapt_headers() {
    local headers="$1/usr/src/linux-headers-$3"
    sed -i "s#include /usr/src#include $2/usr/src#" "$headers/Makefile"
    echo "CC = $4" >> "$headers/.kernelvariables"
    # Type information for BPF needs pahole, and nothing here reads it.
    sed -i '/^CONFIG_DEBUG_INFO_BTF_MODULES=/d' "$headers/include/config/auto.conf"
}

# $1: package file; $2: root; rest: paths in the package to unpack.
unpack_part() {
    local package="$1" root="$2"
    shift 2
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --wildcards "$@"
}

# $1: folder with the kernel's one package; $2: the series' new folder; $3: release.
unpack_image() {
    local image="$1/image" module found
    mkdir -p "$image" "$2/modules"
    unpack_part "$1"/debs/*.deb "$image" './boot/*' "${MODULES[@]/#/*/kernel/}*"
    mv "$image/boot/vmlinuz-$3" "$2/vmlinuz"
    mv "$image/boot/config-$3" "$2/config"
    for module in "${MODULES[@]}"; do
        found="$(find "$image" -path "*/$module.ko*")"
        [ -n "$found" ] || die "linux-image-$3 has no module $module"
        case "$found" in
            *.xz) xz -dc "$found" > "$2/modules/${module##*/}.ko" ;;
            *) mv "$found" "$2/modules/${module##*/}.ko" ;;
        esac
    done
}

# $1: series. All of it is made beside its place and goes there at once; files in it name the place, not where they were made.
fetch() {
    local series="$1" work="$KERNELS/.work" new="$KERNELS/$1.new" to="$KERNELS/$1" suite release compiler packages
    rm -rf "$new"
    mkdir -p "$new"
    suite="$(suite_of "$series")"
    # Before anything is fetched: it may be missing.
    compiler="$(install_compiler "$series" "$new/bin" "$to/bin")"
    debian_open "$work" "$suite"
    release="$(newest_release "$suite")"
    case "$release" in "$series".*) ;; *) die "$suite's linux-image-amd64 is ${release:-not there}, not a $series kernel" ;; esac
    say "fetching $release"
    mapfile -t packages < <(apt-cache "${debian_options[@]}" depends "linux-headers-$release" |
        sed -nE 's/^ *Depends: (linux-headers-.*-common|linux-kbuild-.*)/\1/p')
    [ ${#packages[@]} -eq 2 ] || die "linux-headers-$release names ${packages[*]:-nothing}, not its common part and its build tools"
    debian_unpack "$work" "$new/root" "linux-headers-$release" "${packages[@]}"
    adapt_kbuild "$new/root" "$to/root"
    adapt_headers "$new/root" "$to/root" "$release" "$compiler"
    ln -s "root/usr/src/linux-headers-$release" "$new/build"

    debian_download "$work" "linux-image-$release"
    unpack_image "$work" "$new" "$release"
    echo "$release" > "$new/release"
    rm -rf "$to" "$work"
    mv "$new" "$to"
}

# $1: series. A kernel is there when a module builds for it, by its compiler, its build tools and its headers in their place.
prove() {
    local probe="$KERNELS/$1/probe"
    mkdir -p "$probe"
    echo 'obj-m := probe.o' > "$probe/Kbuild"
    printf '#include <linux/module.h>\nMODULE_DESCRIPTION("probe");\nMODULE_LICENSE("GPL");\n' > "$probe/probe.c"
    make -C "$KERNELS/$1/build" M="$probe" modules > "$probe/log" 2>&1 && [ -e "$probe/probe.ko" ] ||
        { tail -n 20 "$probe/log" >&2; die "no module can be built for kernel $1 on this system; the reason is above"; }
    rm -rf "$probe"
}

main() {
    local series stamp tools want
    mkdir -p "$KERNELS"
    # The wrappers name files of the unpacked root, so another one makes other kernels.
    tools="$(cat "$TRIXIE/.packages" 2>/dev/null || true)" # none where the system has all tools itself
    want="$(cat guest/kernels.sh scripts/debian.sh <(echo "$PWD $tools") | sha256sum | cut -d' ' -f1)"
    exec 9> "$KERNELS/.lock"
    flock 9
    [ $# -gt 0 ] || set -- 6.1 6.12
    for series in "$@"; do
        stamp="$KERNELS/$series/.stamp"
        [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && continue
        fetch "$series"
        prove "$series"
        echo "$want" > "$stamp.new"
        mv "$stamp.new" "$stamp"
    done
}

main "$@"
