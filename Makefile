# SPDX-License-Identifier: Apache-2.0
# The verbs of this repository. Each can be run alone and does its own set-up.

export PATH := $(CURDIR)/build/tools/bin:$(CURDIR)/build/venv/bin:$(PATH)

FOREBAY := target/release/forebay
POINTS  := vectors/aleo-powers-of-beta-15.usrs

.DEFAULT_GOAL := help
.PHONY: help setup regs gen-check rtl build msm soapy guest guest-images guest-shell guest-debug test bare lint prove bench clean

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

setup: ## bring every tool (quick and silent when they are there)
	@scripts/setup.sh

regs: setup ## write the register outputs again from regs/*.rdl, and the simulator's structs from their package
	@python regs/generate.py
	@python scripts/sim_structs.py

gen-check: setup ## fail when a committed output differs from regs/*.rdl or sim/fby_sim_pkg.sv
	@python regs/generate.py --check
	@python scripts/sim_structs.py --check

rtl: setup ## build the cards: build/rtl/<variant>/libfby_<variant>.so
	@$(MAKE) --no-print-directory -C sim

build: setup ## build the command-line program
	@cargo build --release --quiet

msm: setup build ## the main job: 32768 points of Aleo's setup on the RTL card, then on the fast card
	@$(MAKE) --no-print-directory -C sim msm
	$(FOREBAY) msm --points $(POINTS) --scalars random:1 --card rtl --verify
	$(FOREBAY) msm --points $(POINTS) --scalars random:1 --card fast --verify

soapy: setup ## the SoapySDR module: build/soapy/libforebaySupport.so
	@soapy/packages.sh
	@$(MAKE) --no-print-directory -s -C soapy

guest-images: setup ## fetch kernels; build the driver, its tests and the program for the guest
	@guest/build.sh

guest: rtl build guest-images ## the driver's whole suite on stock kernels, the card in a machine around it
	$(FOREBAY) guest --suite full --summary build/guest/suite.json

guest-shell: rtl build guest-images ## a shell in a machine that has the card
	$(FOREBAY) guest --shell

guest-debug: rtl build ## once in a while: the suite on a kernel with KASAN, lockdep, kmemleak and DMA debugging
	@guest/build.sh debug
	$(FOREBAY) guest --suite full --kernel debug --summary build/guest/suite-debug.json

test: ## everything that must hold; ends with one line for each runner
	@scripts/test.sh

lint: setup ## style and lint of every language
	@scripts/lint.sh

bare: ## what the README tells a new user, on an empty Debian 12 and 13 (as root; some ten minutes each)
	@scripts/bare.sh

prove: setup ## every proof, with its cover points and its mutants
	@scripts/prove.py

bench: setup ## measure again what bench/ records
	@bench/run.sh

clean: ## remove what was built; what was fetched stays
	rm -rf build/sim build/rtl build/prove build/test build/soapy $(addprefix build/guest/,driver tests tests-obj tests-ko cli bin) target
