#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Takes the module, Debian's SoapySDR and all that they load into a virtual machine with a card, and runs node.sh there. Arguments: the forebay program, kernel,
# and further options of `forebay guest`.
set -euo pipefail
cd "$(dirname "$0")/../.."

readonly FOREBAY="$1" KERNEL="$2"
shift 2
readonly MODULE=build/soapy/libforebaySupport.so

util="$(command -v SoapySDRUtil)"
# NAME => FILE (ADDRESS), and the loader without a name; each comes once.
mapfile -t loaded < <(ldd "$util" build/soapy/node build/soapy/direct_transmit "$MODULE" | sed -nE 's/^\s+(\S+ => )?(\/\S+) \(.*/\2/p' | sort -u)
[ ${#loaded[@]} -gt 0 ] || { echo "soapy: ldd names no library of $util" >&2; exit 1; }

files=()
for library in "${loaded[@]}"; do
    case "$library" in
        # Asked for by this very path.
        */ld-linux-*) files+=(--file "$library:$library") ;;
        # Where the loader looks without being told.
        *) files+=(--file "$library:/lib/$(basename "$library")") ;;
    esac
done
files+=(--file "$util:/bin/SoapySDRUtil" --file build/soapy/node:/bin/soapy_node --file build/soapy/direct_transmit:/bin/soapy_transmit --file "$MODULE:/soapy/libforebaySupport.so" --file soapy/test/node.sh)
"$FOREBAY" guest --kernel "$KERNEL" --card fast:radio "$@" "${files[@]}" -- sh node.sh
