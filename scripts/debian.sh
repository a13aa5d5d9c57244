# SPDX-License-Identifier: Apache-2.0
#
# Fetching and unpacking Debian packages without installing them. Sourced by scripts that define
# `die`. apt's own lists, with the archive's signature checked as usual, but private: the host's
# package database is not touched and no root rights are needed. The mirror is the one this system
# already uses.

# $1: working folder; rest: suites. Sets `debian_apt`, an apt-get that knows only these suites.
debian_open() {
    local work="$1" mirror keyring suite program
    shift
    for program in apt-get dpkg-deb; do
        command -v "$program" >/dev/null || die "Debian packages cannot be unpacked without $program; install it and run this again"
    done
    [ "$(dpkg --print-architecture)" = amd64 ] || die "Debian packages can only be used on amd64, not on $(dpkg --print-architecture)"
    mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -nE '\#/debian/?$#p' | sed -n 1p)"
    [ -n "$mirror" ] || die "apt's sources name no Debian mirror, so $* cannot be fetched"
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -e "$keyring" ] || die "$keyring is missing; install debian-archive-keyring and run this again"

    rm -rf "$work"
    mkdir -p "$work"/{lists/partial,cache/archives/partial,state,debs}
    : > "$work/status"
    for suite in "$@"; do echo "deb [signed-by=$keyring] $mirror $suite main"; done > "$work/sources.list"
    debian_options=(
        -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=-
        -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
        -o "Dir::State=$work/state" -o "Dir::State::Lists=$work/lists" -o "Dir::State::Status=$work/status"
        -o "Dir::Cache=$work/cache" -o "APT::Sandbox::User=$(id -un)"
    )
    debian_apt=(apt-get -qq "${debian_options[@]}")
    # Without the option apt takes a mirror that it cannot reach for one that has nothing.
    "${debian_apt[@]}" -o APT::Update::Error-Mode=any update ||
        die "apt-get could not read the package lists of $* from the system's mirror; see to what it says above and run this again"
}

# $1: working folder of debian_open; rest: packages, each NAME or NAME/SUITE, which are then the only ones in its debs/.
debian_download() {
    local work="$1"
    shift
    rm -f "$work"/debs/*.deb
    (cd "$work/debs" && "${debian_apt[@]}" download "$@") ||
        die "apt-get could not download from the system's mirror: $*"
}

# $1: working folder of debian_open; $2: where to unpack; rest: packages.
debian_unpack() {
    local work="$1" root="$2" package
    shift 2
    debian_download "$work" "$@"
    mkdir -p "$root"
    for package in "$work"/debs/*.deb; do dpkg-deb --extract "$package" "$root"; done
}
