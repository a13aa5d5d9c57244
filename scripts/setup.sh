#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Brings every tool that the other make verbs need. Silent and fast when all of it is there.
#
#   1. Debian packages, by apt, when some are missing and we are root.
#   2. build/venv: Python tools at the versions pinned in scripts/requirements.txt.
#   3. build/tools/bin/{verilator,g++-sim,boolector}: the system's own where new enough, otherwise
#      Debian 13 packages unpacked under build/tools/trixie and run by that root's own loader.
#      The host's package database is not touched for this part, and no root rights are needed.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly TOOLS="$PWD/build/tools"
readonly ROOT="$TOOLS/trixie"
readonly VENV="$PWD/build/venv"
readonly REQUIREMENTS="scripts/requirements.txt"
readonly VERILATOR_MIN=5032          # 5.032; Debian 12's 5.006 hangs in AXI-Stream tests
readonly VERILATOR_MAX=5034          # cocotb 1.9 cannot drive Verilator from 5.036 on
readonly GXX_MIN=14                  # models built by g++ 14 run 1.5 times as fast as by g++ 12
readonly DEBIAN_PACKAGES=(g++ make python3 python3-venv libpython3-dev zlib1g-dev ca-certificates)
readonly UNPACKED_PACKAGES=(
    libc6 libgcc-s1 libstdc++6 zlib1g verilator
    gcc-14-x86-64-linux-gnu g++-14-x86-64-linux-gnu cpp-14-x86-64-linux-gnu libgcc-14-dev
    libgmp10 libmpfr6 libmpc3 libisl23 libzstd1 boolector
)

die() { echo "setup: $*" >&2; exit 1; }
say() { echo "setup: $*"; }

# Everything that decides what setup produces goes into one fingerprint.
fingerprint() { cat scripts/setup.sh "$REQUIREMENTS" | sha256sum | cut -d' ' -f1; }

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
            zlib1g-dev) echo '#include <zlib.h>' | g++ -x c++ -fsyntax-only - 2>/dev/null ;;
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
        die "cargo is missing; install Rust 1.$want or later with rustup and run 'make setup' again"
    have="$(cargo --version | sed -nE 's/^cargo 1\.([0-9]+).*/\1/p')"
    [ "${have:-0}" -ge "$want" ] ||
        die "$(cargo --version) is too old; install Rust 1.$want or later with rustup and run 'make setup' again"
}

install_venv() {
    say "creating build/venv"
    rm -rf "$VENV"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install -q --disable-pip-version-check -r "$REQUIREMENTS" ||
        die "pip could not install $REQUIREMENTS into build/venv (see its message above)"
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

# Downloads the Debian 13 packages with private apt lists (the archive's signature is checked as
# usual) and unpacks them. The mirror is the one this system already uses.
unpack_trixie() {
    local mirror keyring apt package
    for package in apt-get dpkg-deb; do
        command -v "$package" >/dev/null ||
            die "Verilator 5.032 to 5.034 is missing and cannot be unpacked without $package; install it and run 'make setup' again"
    done
    [ "$(dpkg --print-architecture)" = amd64 ] ||
        die "Verilator 5.032 to 5.034 is missing and this machine is not amd64; install it and run 'make setup' again"
    mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -nE '\#/debian/?$#p' | sed -n 1p)"
    [ -n "$mirror" ] || die "apt's sources name no Debian mirror, so Debian 13's Verilator cannot be fetched"
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -e "$keyring" ] || die "$keyring is missing; install debian-archive-keyring and run 'make setup' again"

    say "unpacking Verilator and g++ from Debian 13 into build/tools/trixie"
    local work="$TOOLS/apt"
    rm -rf "$work" "$ROOT"
    mkdir -p "$work"/{lists/partial,cache/archives/partial,state,debs} "$ROOT"
    : > "$work/status"
    echo "deb [signed-by=$keyring] $mirror trixie main" > "$work/sources.list"
    apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=-
         -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
         -o "Dir::State=$work/state" -o "Dir::State::Lists=$work/lists" -o "Dir::State::Status=$work/status"
         -o "Dir::Cache=$work/cache" -o "APT::Sandbox::User=$(id -un)")
    "${apt[@]}" update || die "apt-get could not read Debian 13's package list from the system's mirror"
    (cd "$work/debs" && "${apt[@]}" download "${UNPACKED_PACKAGES[@]}") ||
        die "apt-get could not download Debian 13's packages from the system's mirror"
    for package in "$work"/debs/*.deb; do dpkg-deb --extract "$package" "$ROOT"; done
    rm -rf "$work"
}

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
    local find_root='root="$(cd "$(dirname "$0")/../trixie" && pwd)"'
    mkdir -p "$TOOLS/bin"
    if verilator_fits verilator && gxx_fits && command -v boolector >/dev/null; then
        wrapper verilator "exec '$(command -v verilator)' \"\$@\""
        wrapper g++-sim "exec '$(command -v g++)' \"\$@\""
        wrapper boolector "exec '$(command -v boolector)' \"\$@\""
        return
    fi
    unpack_trixie
    # verilator_bin itself, not the Perl wrapper: VERILATOR_ROOT replaces what that one would find.
    wrapper verilator "$find_root" 'export VERILATOR_ROOT="$root/usr/share/verilator"' \
        "exec $(loader_command /usr/bin/verilator_bin) \"\$@\""
    wrapper boolector "$find_root" "exec $(loader_command /usr/bin/boolector) \"\$@\""
    install_gxx "$find_root"
    verilator_fits "$TOOLS/bin/verilator" ||
        die "build/tools/bin/verilator does not run or is not 5.032 to 5.034: $("$TOOLS/bin/verilator" --version 2>&1)"
}

# g++ 14's compiler proper runs from its own root, but reads the host's C and C++ headers and links
# the host's libraries, so that what it makes loads beside anything else built on this host.
install_gxx() {
    local find_root="$1" host_gcc host_major program
    wrapper g++-sim "exec '$(command -v g++)' \"\$@\""
    gxx_fits && return
    host_gcc="$(dirname "$(g++ -print-libgcc-file-name)")"
    host_major="$(g++ -dumpversion | cut -d. -f1)"
    rm -rf "$TOOLS/gxx"
    mkdir -p "$TOOLS/gxx"
    for program in cc1plus collect2; do
        wrapper "../gxx/$program" "$find_root" \
            "exec $(loader_command "/usr/libexec/gcc/x86_64-linux-gnu/14/$program") \"\$@\""
    done
    wrapper g++-14 "$find_root" \
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

main() {
    local stamp="build/.setup-stamp" want
    want="$(fingerprint)"
    if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && [ -x "$VENV/bin/python" ] && [ -x "$TOOLS/bin/verilator" ]; then
        return
    fi
    mkdir -p build
    exec 9> build/.setup-lock
    flock 9
    # Another run may have done it while this one waited.
    [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && [ -x "$VENV/bin/python" ] && return
    rm -f "$stamp"
    check_rust
    install_packages
    install_tools
    install_venv
    echo "$want" > "$stamp"
    say "ready"
}

main "$@"
