#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings the Debian packages that the SoapySDR module and its tests want, or names them for root. Silent when all are there.
set -euo pipefail

die() { echo "soapy: $*" >&2; exit 1; }

# Nothing is asked of package databases: what came by another way is as good.
has_module() { /usr/bin/python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)"; }
missing_packages() {
    echo '#include <SoapySDR/Device.hpp>' | g++ -x c++ -fsyntax-only - 2>/dev/null || echo libsoapysdr-dev
    command -v SoapySDRUtil >/dev/null || echo soapysdr-tools
    has_module SoapySDR || echo python3-soapysdr
    has_module cffi || echo python3-cffi
    has_module numpy || echo python3-numpy
    has_module gnuradio || echo gnuradio
}

mapfile -t missing < <(missing_packages)
[ ${#missing[@]} -gt 0 ] || exit 0
command -v apt-get >/dev/null || die "these Debian packages are missing and there is no apt-get: ${missing[*]}; install their equivalents"
[ "$(id -u)" -eq 0 ] || die "these Debian packages are missing: ${missing[*]}; install them as root (apt-get install ${missing[*]})"
echo "soapy: installing Debian packages: ${missing[*]}"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
mapfile -t missing < <(missing_packages)
[ ${#missing[@]} -eq 0 ] || die "apt-get installed its packages, but these are still missing: ${missing[*]}"
