#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Does what the README tells a new user to do, on an empty Debian 12 and an empty Debian 13, and fails where that needs
# anything else. Each is a root of its own under build/bare, with the committed state cloned into it. Wants root rights
# and a net; takes debootstrap from the system's mirror when it is missing. Some ten minutes a system on two cores.
#
#   scripts/bare.sh [bookworm] [trixie]
#
# Rust comes by rustup, in the lowest version that Cargo.toml names. The host gives its mirror, its name service, its
# certificates and its settings for proxies and registries; all else comes as for a new user.
# bench/results/bare.json keeps time and bytes of each step: those that the whole machine received meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."

COMMIT="$(git rev-parse HEAD)"
readonly COMMIT BARE="$PWD/build/bare"
readonly RESULT="$PWD/bench/results/bare.json"
# What the README says is there before: git, make and Rust. curl and certificates are how rustup's page gets Rust.
readonly BEFORE=(git make curl ca-certificates)
readonly STEP_LIMIT_S=3600
readonly NEW_HOME=/root
# The README's words; `described` makes sure that they are.
readonly STEPS=(
    "make msm"
    "make rtl build guest-images"
    "target/release/forebay guest --card rtl:loopback -- forebay describe --card /dev/forebay0"
    "target/release/forebay guest --kernel 6.1 --card fast:loopback -- transfers"
    "make soapy"
)
readonly PASSED_ON='^(https?|ftp|all|no)_proxy$|^(PIP|CARGO_NET|CARGO_HTTP|CARGO_BUILD|CARGO_REGISTRIES)_|^RUSTUP_(DIST_SERVER|UPDATE_ROOT)$|^(SSL_CERT_FILE|JOBS)$'

die() { echo "bare: $*" >&2; exit 1; }
say() { echo "bare: $*"; }

# A command that the README no longer has proves nothing about it. What `make guest` needs stands alone, since the whole
# suite would add nothing about an empty system.
described() {
    local step
    for step in "${STEPS[0]}" "${STEPS[2]}" "${STEPS[4]}"; do
        grep -qF -- "$step" README.md || die "the README has no command \`$step\` any more; change STEPS with it"
    done
}

# Bytes that this machine has received, but for its own.
received() { awk -F'[: ]+' 'NR > 2 { sub(/^ +/, ""); if ($1 != "lo") sum += $2 } END { printf "%.0f\n", sum }' /proc/net/dev; }

system_mirror() {
    local mirrors
    mirrors="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -nE '\#/debian/?$#p' | sort -u)"
    [ -n "$mirrors" ] || die "apt's sources name no Debian mirror"
    echo "${mirrors%%$'\n'*}"
}

# $1: root; rest: command. Runs in the root with mounts of its own, which end with it however it ends.
inside() {
    local root="$1" name environment=()
    shift
    while read -r name; do
        if [[ "${name,,}" =~ $PASSED_ON || "$name" =~ $PASSED_ON ]]; then environment+=("$name=${!name}"); fi
    done < <(compgen -e)
    # In a group of its own it would outlive this script; and only a kill reaches what runs inside.
    timeout --foreground --signal KILL "$STEP_LIMIT_S" unshare --mount --pid --fork --kill-child -- bash -euc '
        root="$1"; shift
        mount --make-rprivate /
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount -t tmpfs tmpfs "$root/tmp"
        exec chroot "$root" "$@"' inside "$root" \
        env -i PATH=$NEW_HOME/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=$NEW_HOME TERM=dumb \
        "${environment[@]}" "$@"
}

# $1: log; $2: name; rest: command. Prints the step's line of the result; what the command says is in the log.
timed() {
    local log="$1" name="$2" start bytes status
    shift 2
    start="$EPOCHREALTIME"
    bytes="$(received)"
    echo "=== $name" >> "$log"
    # As a condition it would go on after a command of it that failed.
    set +e
    (set -e; "$@") < /dev/null >> "$log" 2>&1
    status=$?
    set -e
    [ "$status" -eq 0 ] || { tail -n 40 "$log" >&2; die "on an empty system this failed: $name (log: ${log#"$PWD/"})"; }
    printf '{"step": "%s", "seconds": %.1f, "received_bytes": %d}\n' "$name" \
        "$(awk "BEGIN { print ${EPOCHREALTIME/,/.} - ${start/,/.} }")" "$(($(received) - bytes))"
}

# $1: suite; $2: root. A system as its installer leaves it, with what the README asks for but Rust.
install_system() {
    local mirror
    mirror="$(system_mirror)"
    rm -rf "$2"
    mkdir -p "$2"
    # It mounts things in the root while it works, and would leave them there when it is killed.
    unshare --mount --fork --kill-child -- debootstrap --variant=minbase "$1" "$2" "$mirror"
    cp -L /etc/resolv.conf /etc/hosts "$2/etc/"
    mkdir -p "$2/usr/local/share/ca-certificates"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$2/usr/local/share/ca-certificates" {} +
    inside "$2" apt-get update -qq
    inside "$2" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${BEFORE[@]}"
    [ "$(git rev-parse HEAD)" = "$COMMIT" ] || die "something was committed meanwhile; all systems are to try the same"
    git bundle create "$2/srv/forebay.bundle" HEAD
}

# $1: root. rustup is one program, whose name says whether it installs.
install_rust() {
    local version
    version="$(sed -nE 's/^rust-version = "([0-9.]+)"/\1/p' Cargo.toml)"
    cp "$(rustup_binary)" "$1/srv/rustup-init"
    inside "$1" /srv/rustup-init -y --quiet --profile minimal --default-toolchain "$version"
}

# Empty without one; `main` says what to do then.
rustup_binary() { command -v rustup || true; }

# $1: suite. Prints the lines of the result.
run() {
    local root="$BARE/$1/root" log="$BARE/$1/log" step
    mkdir -p "$BARE/$1"
    : > "$log"
    timed "$log" "install the system" install_system "$1" "$root"
    timed "$log" "install Rust" install_rust "$root"
    timed "$log" "git clone" inside "$root" git clone --quiet /srv/forebay.bundle /srv/forebay
    for step in "${STEPS[@]}"; do
        timed "$log" "$step" inside "$root" bash -c "cd /srv/forebay && $step"
    done
}

main() {
    local suite lines
    described
    [ "$(id -u)" -eq 0 ] || die "an empty system can only be made by root"
    [ -n "$(rustup_binary)" ] || die "there is no rustup on this machine to bring Rust with; install it and run this again"
    [ -z "$(git status --porcelain)" ] || say "only what is committed is tried; there are changes that are not"
    if ! command -v debootstrap >/dev/null; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
    fi
    [ $# -gt 0 ] || set -- bookworm trixie
    for suite in "$@"; do
        say "$suite; the log is build/bare/$suite/log"
        lines="$BARE/$suite.steps"
        mkdir -p "$BARE"
        # A failure in it ends all: it is no condition.
        run "$suite" > "$lines"
        cat "$lines"
        rm -rf "$BARE/$suite/root"
    done
    python3 - "$RESULT" "$COMMIT" "$@" <<'PY'
import json, pathlib, sys
path, commit, *suites = sys.argv[1:]
path = pathlib.Path(path)
kept = json.loads(path.read_text())["result"] if path.exists() else {}
for suite in suites:
    steps = [json.loads(line) for line in pathlib.Path(f"build/bare/{suite}.steps").open()]
    kept[suite] = {"commit": commit, "steps": steps}
path.write_text(json.dumps({"command": "make bare", "result": kept}, indent=1) + "\n")
PY
    say "passed: $* (${RESULT#"$PWD/"})"
}

main "$@"
