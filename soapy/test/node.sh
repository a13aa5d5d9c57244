#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In a virtual machine with a card: what SoapySDR's own program says of the card behind the driver, and programs that receive from it and send. Ends with a line that
# counts, and with 0 only when all is well.
export SOAPY_SDR_PLUGIN_PATH=/soapy
card=/dev/forebay0
ran=0
failed=0

# $1: promise; $2: what is to be in the output; rest: command.
says() {
    promise="$1"
    part="$2"
    shift 2
    ran=$((ran + 1))
    "$@" > said 2>&1
    status=$?
    if [ "$status" -eq 0 ] && grep -qF -e "$part" said; then
        echo "$promise ... ok"
    else
        failed=$((failed + 1))
        echo "$promise ... FAILED: status $status, and no line with: $part"
        sed 's/^/    /' said
    fi
}

says "a card behind the driver is found" "card = $card" SoapySDRUtil --find=driver=forebay
says "and so it is by who asks for no driver" "card = $card" SoapySDRUtil --find
says "it tells what it is" "Timestamps: YES" SoapySDRUtil --probe="driver=forebay,card=$card"
says "the module is one that can be loaded" "Checking driver 'forebay'... PRESENT" SoapySDRUtil --check=forebay
says "what is sent is received sample for sample at its time" "checks" soapy_transmit "$card"
says "each sample of a ramp arrives with its time, or is told to be lost" "checks" soapy_node "$card"
echo "Ran $ran tests in the guest"
[ "$failed" -eq 0 ]
