#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Brings every tool that the other make verbs need. Silent and fast when all of it is there.
#
#   1. Debian packages, by apt, when some are missing and we are root.
#   2. build/venv: Python tools at the versions pinned in scripts/requirements.txt.
#   3. build/tools/bin/{verilator,g++-sim,qemu-system-x86_64}: the system's own where new
#      enough, otherwise Debian 13 packages unpacked under build/tools/trixie and run by that root's
#      own loader. The host's package database is not touched for this part, and no root rights are
#      needed.
set -euo pipefail
cd -P "$(dirname "$0")/.."
. scripts/debian.sh

readonly TOOLS="$PWD/build/tools"
readonly ROOT="$TOOLS/trixie"
readonly VENV="$PWD/build/venv"
readonly REQUIREMENTS="scripts/requirements.txt"
readonly VERILATOR_MIN=5032          # 5.032; Debian 12's 5.006 hangs in AXI-Stream tests
readonly VERILATOR_MAX=5034          # cocotb 1.9 cannot drive Verilator from 5.036 on
readonly GXX_MIN=14                  # models built by g++ 14 run 1.5 times as fast as by g++ 12
readonly DEBIAN_PACKAGES=(
    g++ make python3 python3-venv libpython3-dev zlib1g-dev ca-certificates
    busybox-static xz-utils bc bison flex libelf-dev liburing-dev sparse
)
readonly UNPACKED_PACKAGES=(
    libc6 libgcc-s1 libstdc++6 zlib1g verilator
    gcc-14-x86-64-linux-gnu g++-14-x86-64-linux-gnu cpp-14-x86-64-linux-gnu libgcc-14-dev
    libgmp10 libmpfr6 libmpc3 libisl23 libzstd1
)
# Kernel modules are built by the compiler that built the kernel; see guest/kernels.sh.
readonly GCC_LIBRARIES=(libc6 libgmp10 libmpfr6 libmpc3 libisl23 libzstd1 zlib1g)
readonly GCC_12_PACKAGES=(gcc-12 cpp-12 "${GCC_LIBRARIES[@]}")
readonly GCC_14_PACKAGES=(gcc-14-x86-64-linux-gnu cpp-14-x86-64-linux-gnu "${GCC_LIBRARIES[@]}")
# Debian 13's own QEMU 10.0 has no vfio-user; its backports do. The rest is what that QEMU links.
readonly QEMU_PACKAGES=(
    qemu-system-{x86,common,data}/trixie-backports seabios/trixie-backports
    libaio1t64 libatomic1 libblkid1 libbpf1 libc6 libcap2 libcapstone5 libdaxctl1 libelf1t64
    libfdt1 libffi8 libfuse3-4 libgcc-s1 libglib2.0-0t64 libgmp10 libgnutls30t64 libhogweed6t64
    libibverbs1 libidn2-0 libjpeg62-turbo libkmod2 libmount1 libndctl6 libnettle8t64 libnl-3-200
    libnl-route-3-200 libnuma1 libp11-kit0 libpcre2-8-0 libpixman-1-0 libpmem1 libpng16-16t64
    librdmacm1t64 libsasl2-2 libseccomp2 libselinux1 libslirp0 libssl3t64 libtasn1-6 libudev1
    libunistring5 liburing2 libuuid1 libvdeplug2t64 libzstd1 zlib1g
)

# make puts our own tools first, and a shell may have those of another clone: "the system's" are those without either. A folder
# of ours is known by a program that no system has.
system_path() {
    printf '%s\n' "$PATH" | tr ':' '\n' | grep -vxF -e "$TOOLS/bin" -e "$VENV/bin" |
        while read -r folder; do [ -e "$folder/g++-sim" ] || printf '%s\n' "$folder"; done | paste -sd:
}
PATH="$(system_path)"

die() { echo "setup: $*" >&2; exit 1; }
say() { echo "setup: $*"; }

# A browser, by which report pages are looked at in one test. Nothing else wants it, so that it may be missing: that test says so.
install_browser() {
    command -v chromium-headless-shell >/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        say "installing chromium-headless-shell, for the test of report pages"
        apt-get update -qq &&
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null && return
    fi
    say "no chromium-headless-shell: crates/forebay-report/tests/browser.rs will check nothing (as root: apt-get install chromium-headless-shell)"
}

# Everything that decides what setup produces goes into one fingerprint; the Python tools name the place they are in.
fingerprint() { cat scripts/setup.sh scripts/debian.sh "$REQUIREMENTS" <(echo "$VENV") | sha256sum | cut -d' ' -f1; }

# make splits file names at spaces, PATH and the kernel's build at colons: told here, since no tool would say so.
check_place() {
    case "$PWD" in
        *[[:space:]:]*) die "'$PWD' has a space or a colon, which make cannot take; move the repository and run 'make setup' again" ;;
    esac
}

# Makes build/, with the lock in it, or says why not.
open_build() {
    { mkdir -p build && [ -w build ] && exec 9> build/.setup-lock; } 2>/dev/null ||
        die "$(id -un) cannot write in $PWD/build; make the repository writable, or where another user has made that folder give all back as root (chown -R $(id -un) '$PWD'), and run 'make setup' again"
    # root, who may only bring the packages, leaves it to the user who goes on.
    if [ "$(id -u)" -eq 0 ] && [ ! -O . ]; then chown --reference=. build build/.setup-lock; fi
}

has_header() { echo "#include <$1>" | g++ -x c++ -fsyntax-only - 2>/dev/null; }

# The guest has no C library: only a busybox that needs none runs there.
static_busybox() { command -v busybox >/dev/null && ! ldd "$(command -v busybox)" >/dev/null 2>&1; }

missing_packages() {
    # A tool that came by another way than apt (own Python, own compiler) is as good.
    local package
    for package in "${DEBIAN_PACKAGES[@]}"; do
        case "$package" in
            g++) command -v g++ >/dev/null ;;
            make) command -v make >/dev/null ;;
            python3) command -v python3 >/dev/null ;;
            python3-venv) python3 -c 'import venv, ensurepip' 2>/dev/null ;;
            libpython3-dev) python3 -c 'import sysconfig as s, os, sys
v = s.get_config_var
sys.exit(not any(os.path.exists(os.path.join(d or "", v("INSTSONAME") or "-")) for d in (v("LIBDIR"), "/usr/lib/" + (v("MULTIARCH") or ""))))' 2>/dev/null ;;
            zlib1g-dev) has_header zlib.h ;;
            libelf-dev) has_header gelf.h ;;
            liburing-dev) has_header liburing.h ;;
            busybox-static) static_busybox ;;
            xz-utils) command -v xz >/dev/null ;;
            bc | bison | flex | sparse) command -v "$package" >/dev/null ;;
            ca-certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] ;;
        esac || echo "$package"
    done
}

install_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -eq 0 ] && return
    command -v apt-get >/dev/null ||
        die "these Debian packages are missing and there is no apt-get: ${missing[*]}; install their equivalents and run 'make setup' again"
    [ "$(id -u)" -eq 0 ] ||
        die "these Debian packages are missing: ${missing[*]}; install them as root (apt-get install ${missing[*]}) and run 'make setup' again"
    say "installing Debian packages: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} -eq 0 ] || die "apt-get installed its packages, but these are still missing: ${missing[*]}"
}

# Cargo.toml says which Rust is old enough; asked here so that the answer is a sentence.
check_rust() {
    local want have
    want="$(sed -nE 's/^rust-version = "1\.([0-9]+)"/\1/p' Cargo.toml)"
    command -v cargo >/dev/null ||
        die "$(id -un) has no cargo; install Rust 1.$want or later with rustup and run 'make setup' again, or run it as the user who has it"
    have="$(cargo --version | sed -nE 's/^cargo 1\.([0-9]+).*/\1/p')"
    [ "${have:-0}" -ge "$want" ] ||
        die "$(cargo --version) is too old; install Rust 1.$want or later with rustup and run 'make setup' again"
}

# Each of its programs names the place it was installed in.
venv_is_in_place() { grep -qsF "$(readlink -f "$VENV")/bin/" "$VENV/bin/pip"; }

install_venv() {
    [ -x "$VENV/bin/python" ] && cmp -s "$REQUIREMENTS" "$VENV/.requirements" && venv_is_in_place && return
    say "creating build/venv"
    rm -rf "$VENV"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install -q --disable-pip-version-check -r "$REQUIREMENTS" ||
        die "pip could not install $REQUIREMENTS into build/venv (see its message above)"
    cp "$REQUIREMENTS" "$VENV/.requirements"
}

# $1: a verilator; true when its version is one that cocotb 1.9 and our RTL work with.
verilator_fits() {
    local version
    version="$("$1" --version 2>/dev/null | sed -nE 's/^Verilator ([0-9]+)\.([0-9]+).*/\1\2/p')"
    [ -n "$version" ] && [ "$version" -ge "$VERILATOR_MIN" ] && [ "$version" -le "$VERILATOR_MAX" ]
}

gxx_fits() {
    local major
    major="$(g++ -dumpversion 2>/dev/null | cut -d. -f1)"
    [ -n "$major" ] && [ "$major" -ge "$GXX_MIN" ]
}

# $1: a QEMU; true when it can take a device from another process.
qemu_fits() { "$1" -device vfio-user-pci,help >/dev/null 2>&1; }

# The arguments are packages. The new root replaces the old one only when it is complete, so that a build that
# runs meanwhile keeps its tools.
unpack_trixie() {
    local work="$TOOLS/apt" wanted
    wanted="$(printf '%s\n' "$@" | sort -u)"
    [ -e "$ROOT/.packages" ] && [ "$(cat "$ROOT/.packages")" = "$wanted" ] && return
    say "unpacking tools from Debian 13 into build/tools/trixie"
    debian_open "$work" trixie trixie-backports
    rm -rf "$ROOT.new" "$ROOT.old"
    # Words, not lines: package names have no spaces.
    debian_unpack "$work" "$ROOT.new" $wanted
    echo "$wanted" > "$ROOT.new/.packages"
    [ ! -e "$ROOT" ] || mv "$ROOT" "$ROOT.old"
    mv "$ROOT.new" "$ROOT"
    rm -rf "$ROOT.old" "$work"
}

# First line of a wrapper that runs a program of the unpacked root.
readonly FIND_ROOT='root="$(cd "$(dirname "$0")/../trixie" && pwd)"'

# Writes a wrapper: $1 name, rest: body lines.
wrapper() {
    local path="$TOOLS/bin/$1"
    shift
    { echo '#!/bin/sh'; printf '%s\n' "$@"; } > "$path.new"
    chmod +x "$path.new"
    mv "$path.new" "$path"
}

# $1: a program of the unpacked root; prints the command that runs it by that root's loader.
loader_command() {
    local lib="\$root/usr/lib/x86_64-linux-gnu"
    echo "\"$lib/ld-linux-x86-64.so.2\" --library-path \"$lib\" --argv0 \"$1\" \"\$root$1\""
}

install_tools() {
    local packages=() own_tools=1 own_qemu=1
    verilator_fits verilator && gxx_fits || own_tools=
    qemu_fits qemu-system-x86_64 || own_qemu=
    [ -n "$own_tools" ] || packages+=("${UNPACKED_PACKAGES[@]}")
    [ -n "$own_qemu" ] || packages+=("${QEMU_PACKAGES[@]}")
    command -v gcc-12 >/dev/null || packages+=("${GCC_12_PACKAGES[@]}")
    command -v gcc-14 >/dev/null || packages+=("${GCC_14_PACKAGES[@]}")
    mkdir -p "$TOOLS/bin"
    [ ${#packages[@]} -eq 0 ] || unpack_trixie "${packages[@]}"
    install_simulation_tools "$own_tools"
    install_qemu "$own_qemu"
}

# $1: not empty when the system's own are used.
install_simulation_tools() {
    if [ -n "$1" ]; then
        wrapper verilator "exec '$(command -v verilator)' \"\$@\""
        wrapper g++-sim "exec '$(command -v g++)' \"\$@\""
        return
    fi
    # verilator_bin itself, not the Perl wrapper: VERILATOR_ROOT replaces what that one would find.
    wrapper verilator "$FIND_ROOT" 'export VERILATOR_ROOT="$root/usr/share/verilator"' \
        "exec $(loader_command /usr/bin/verilator_bin) \"\$@\""
    install_gxx
    verilator_fits "$TOOLS/bin/verilator" ||
        die "build/tools/bin/verilator does not run or is not 5.032 to 5.034: $("$TOOLS/bin/verilator" --version 2>&1)"
}

# $1: not empty when the system's own is used.
install_qemu() {
    if [ -n "$1" ]; then
        wrapper qemu-system-x86_64 "exec '$(command -v qemu-system-x86_64)' \"\$@\""
        return
    fi
    wrapper qemu-system-x86_64 "$FIND_ROOT" 'export QEMU_MODULE_DIR="$root/usr/lib/x86_64-linux-gnu/qemu"' \
        "exec $(loader_command /usr/bin/qemu-system-x86_64) -L \"\$root/usr/share/qemu\" -L \"\$root/usr/share/seabios\" \"\$@\""
    qemu_fits "$TOOLS/bin/qemu-system-x86_64" ||
        die "build/tools/bin/qemu-system-x86_64 does not run or has no vfio-user-pci: $("$TOOLS/bin/qemu-system-x86_64" --version 2>&1)"
}

# g++ 14's compiler proper runs from its own root, but reads the host's C and C++ headers and links
# the host's libraries, so that what it makes loads beside anything else built on this host.
install_gxx() {
    local host_gcc host_major program
    wrapper g++-sim "exec '$(command -v g++)' \"\$@\""
    gxx_fits && return
    host_gcc="$(dirname "$(g++ -print-libgcc-file-name)")"
    host_major="$(g++ -dumpversion | cut -d. -f1)"
    rm -rf "$TOOLS/gxx"
    mkdir -p "$TOOLS/gxx"
    for program in cc1plus collect2; do
        wrapper "../gxx/$program" "$FIND_ROOT" \
            "exec $(loader_command "/usr/libexec/gcc/x86_64-linux-gnu/14/$program") \"\$@\""
    done
    wrapper g++-14 "$FIND_ROOT" \
        "exec $(loader_command /usr/bin/x86_64-linux-gnu-g++-14) -B\"\$root/../gxx/\" -B'$host_gcc/' -L'$host_gcc' \\" \
        "    -fno-use-linker-plugin -nostdinc++ -isystem /usr/include/c++/$host_major \\" \
        "    -isystem /usr/include/x86_64-linux-gnu/c++/$host_major -isystem /usr/include/c++/$host_major/backward \\" \
        '    -isystem "$root/usr/lib/gcc/x86_64-linux-gnu/14/include" "$@"'
    local probe="$TOOLS/gxx/probe"
    printf '#include <vector>\n#include <iostream>\nint main(){std::vector<int>v{1,2};std::cout<<v.size()<<"\\n";}\n' > "$probe.cpp"
    if "$TOOLS/bin/g++-14" -O2 -o "$probe" "$probe.cpp" && [ "$("$probe")" = 2 ]; then
        mv "$TOOLS/bin/g++-14" "$TOOLS/bin/g++-sim"
    else
        say "Debian 13's g++ does not work on this system; the slower system g++ builds the models instead"
        rm -f "$TOOLS/bin/g++-14"
    fi
}

# $1: stamp; $2: what it must say. What somebody has removed by hand is not there, whatever the stamp says.
is_done() {
    [ -e "$1" ] && [ "$(cat "$1")" = "$2" ] && [ -x "$VENV/bin/python" ] && [ -x "$TOOLS/bin/qemu-system-x86_64" ]
}

main() {
    local stamp="build/.setup-stamp" want
    want="$(fingerprint)"
    check_place
    if is_done "$stamp" "$want"; then return; fi
    open_build
    flock 9
    # Another run may have done it while this one waited.
    if is_done "$stamp" "$want"; then return; fi
    rm -f "$stamp"
    # Packages first: root, who brings them, need not have cargo.
    install_packages
    install_browser
    check_rust
    install_tools
    install_venv
    echo "$want" > "$stamp"
    say "ready"
}

main "$@"
