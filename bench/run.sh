#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes every figure of bench/results again: name of the result, what it is measured on, then the command that prints it.
# With names as arguments only those. Takes an hour, half of it the driver's suite; nothing else should run beside it.
set -euo pipefail
cd "$(dirname "$0")/.."

names=()
wants() { # NAME
  names+=("$1")
  ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" $1 "* ]]
}
named() { # NAME: takes an hour or more or never changes, so it is made only when asked for
  names+=("$1")
  [[ " ${wanted[*]} " == *" $1 "* ]]
}
keep() { # NAME COMMAND JSON
  # With -dirty behind it where something else than results was not committed.
  printf '{\n"command": "%s",\n"commit": "%s",\n"result": %s\n}\n' "$2" "$commit" "$3" > "bench/results/$1.json"
}
build() { # VERB...: what is measured is what is here now; records that are made side by side build one after the other
  mkdir -p build
  (flock 9; make --no-print-directory "$@") 9> build/.bench-lock
}
record() { # NAME VERBS COMMAND...: what the command prints is JSON and goes under "result"; VERBS make what it measures
  local name=$1 verbs result
  read -ra verbs <<< "$2"
  shift 2
  wants "$name" || return 0
  build "${verbs[@]}"
  echo "bench: $*"
  # What it has printed before it failed may be all that an hour has found.
  result=$("$@") || { printf '%s\n' "$result" >&2; echo "bench: $* failed" >&2; exit 1; }
  keep "$name" "$*" "$result"
}
example() { # NAME CRATE EXAMPLE: what an example prints that is about the host; it has nothing to do with a card's build
  local command="cargo run --quiet --release -p $2 --example $3" result
  wants "$1" || return 0
  result=$($command)
  keep "$1" "$command" "$result"
}

wanted=("$@")
commit=$(git rev-parse --short HEAD)
[ -z "$(git status --porcelain -- . ':!bench/results')" ] || commit+=-dirty
points=vectors/aleo-powers-of-beta-15.usrs
cards="rtl build"
guest="rtl build guest-images"

record msm_rtl_2e15 "$cards" target/release/forebay msm --points "$points" --scalars random:1 --card rtl --verify --json
record msm_fast_2e20 build target/release/forebay-bench fast-vs-ark --log-points 20
if wants msm_engine; then
  # gnark-crypto takes its turns, too, in a program that go builds of what bench/gnark/go.sum pins.
  mkdir -p build
  go build -C bench/gnark -o ../../build/gnark .
  cargo build --quiet --release -p forebay-msm --example engine_vs_ark
  command="target/release/examples/engine_vs_ark 20 5 build/gnark"
  result=$($command)
  keep msm_engine "$command" "$result"
fi
core=(target/release/forebay-bench msm-core)
record msm_core_three "$cards" "${core[@]}" --card rtl:msm --points 32768 --window-bits 16
record msm_core_three_2e18 "$cards" "${core[@]}" --card rtl:msm --points 262144 --window-bits 16
record msm_core_three_2e20 "$cards" "${core[@]}" --card rtl:msm --points 1048576 --window-bits 16 --scalars uniform
record msm_core_one "$cards" "${core[@]}" --card rtl:msm1 --points 32768 --window-bits 16
record msm_core_one_2e18 "$cards" "${core[@]}" --card rtl:msm1 --points 262144 --window-bits 16
record msm_core_one_18_bits "$cards" "${core[@]}" --card rtl:msm1 --points 262144 --window-bits 18
record msm_core_small_three "$cards" "${core[@]}" --card rtl:msm --points 1,32,1024,32768 --scalars uniform,equal --mode plain,uniform
record msm_core_small_one "$cards" "${core[@]}" --card rtl:msm1 --points 1,32,1024,32768 --scalars uniform,equal --mode plain,uniform
record msm_core_model_small_three build "${core[@]}" --card fast:msm --points 1,32,1024,32768 --scalars uniform,equal --mode plain,uniform
record msm_core_model_small_one build "${core[@]}" --card fast:msm1 --points 1,32,1024,32768 --scalars uniform,equal --mode plain,uniform
record msm_core_model_three build "${core[@]}" --card fast:msm --points 32768,262144 --window-bits 16 --mode plain,uniform
record msm_core_model_one build "${core[@]}" --card fast:msm1 --points 32768,262144 --window-bits 16
record msm_core_model_18_bits build "${core[@]}" --card fast:msm1 --points 262144 --window-bits 18
sieve=(--points 262144 --scalars uniform,zeros-ones --mode plain,uniform,sieve)
record msm_core_model_sieve build "${core[@]}" --card fast:msm "${sieve[@]}"
record msm_core_model_sieve_one build "${core[@]}" --card fast:msm1 "${sieve[@]}"
record msm_model build target/release/forebay-bench msm-model
record dma_loopback "$cards" target/release/forebay-bench dma-loopback
record rest "$cards" target/release/forebay-bench rest
record guest_msm_2e12 "$guest" target/release/forebay-bench guest-msm
record guest_transfers "$guest" target/release/forebay-bench guest-transfers
if wants native_cycles; then
  build rtl
  command="cargo test --quiet -p forebay-conformance --test clock --test clock_udma"
  found=$(FOREBAY_CLOCK_JSON=1 $command -- --nocapture --test-threads 1 | sed -n 's/^FOUND //p' | paste -sd, -)
  [ -n "$found" ] || { echo "bench: $command found nothing" >&2; exit 1; }
  keep native_cycles "$command" "[$found]"
fi
if wants guest_suite; then
  make --no-print-directory guest
  keep guest_suite "make guest" "$(cat build/guest/suite.json)"
fi
if wants guest_endurance; then
  command="target/release/forebay guest --suite full --kernel 6.12 --card fast:loopback --dma direct -- endurance"
  build rtl build guest-images
  summary=$(mktemp)
  ${command/ -- / --summary $summary -- }
  # Its logs are where it says: another guest may hold the usual place.
  logs=$(build/venv/bin/python -c 'import json, sys; print(json.load(open(sys.argv[1]))[0]["boots"][0]["logs"])' "$summary")
  rm "$summary"
  # The remark with the counts, and what each check that held says of itself.
  said=$(sed -nE '/^# ---- endurance$/,/^# ---- endurance ended/s/^(# ([0-9]+ transfers)|ok [0-9]+ - )/\2/p' "build/guest/logs/$logs/output.log")
  [ -n "$said" ] || { echo "bench: $command said nothing" >&2; exit 1; }
  keep guest_endurance "$command" "$(build/venv/bin/python -c 'import json, sys; print(json.dumps(sys.argv[1].splitlines(), indent=1))' "$said")"
fi
example host_model forebay-host-model validate
example better_way forebay-host-model better_way
example write_combining forebay-write-combining table
example crossover forebay-host-model crossover
if wants write_combining_plots; then
  # The pictures of docs/write-combining.md.
  cargo build --quiet --release -p forebay-cli
  target/release/forebay wc-perf --table --plot docs/figures > /dev/null
  target/release/forebay tune --card fast:sink --host forebay --pairs 2048 --plot docs/figures > /dev/null
  rm docs/figures/{wc-perf,crossover}.svg
fi
example write_lines forebay-aperture ratio
modelled() { # NAME ARGUMENT...: what the command says of a model; it has nothing to do with a card's build, nor with ours
  local name=$1 command result
  shift
  wants "$name" || return 0
  cargo build --quiet --release -p forebay-cli
  command="target/release/forebay $*"
  result=$($command)
  keep "$name" "$command" "$result"
}
modelled udma_attacks udma attack --json
modelled udma_experiment udma experiment --switches 20000 --json
modelled udma_cost udma bench --json
modelled udma_small udma bench --small fast --json
if wants udma_plot; then
  # The picture of docs/user-level-dma.md.
  cargo build --quiet --release -p forebay-cli
  target/release/forebay udma bench --plot docs/figures > /dev/null
  rm docs/figures/udma-cost.svg
fi
if wants sweep_f1; then
  cargo build --quiet --release -p forebay-cli
  out=$(mktemp -d)
  command="target/release/forebay sweep --preset f1 --json --out"
  # Processor time beside the time on the wall, which is longer where others want the processors too.
  TIMEFORMAT='{"wall_s": %R, "user_s": %U, "system_s": %S}'
  { time $command "$out" > "$out/said.json" 2>&3; } 3>&2 2> "$out/times.json"
  keep sweep_f1 "$command DIR" "$(build/venv/bin/python bench/sweep_f1.py "$out")"
  rm -r "$out"
fi
if wants e3xx; then
  cargo build --quiet --release -p forebay-cli
  out=$(mktemp -d)
  command="target/release/forebay sweep --preset e3xx --json --out"
  # Without the places of its files.
  result=$($command "$out" | build/venv/bin/python -c 'import json, sys; told = json.load(sys.stdin); del told["tables"], told["pictures"]; print(json.dumps(told, indent=1))')
  keep e3xx "$command DIR" "$result"
  # The pictures of docs/capture.md.
  cp "$out"/e3xx-*.png docs/figures/
  rm -r "$out"
fi
# In real time: nothing else may run on the machine. Samples need no RTL.
in_time="build guest-images"
if named capture_rate; then
  record capture_rate "$in_time" target/release/forebay-bench capture-rate --ways map,process --rates 80,100
fi
if named capture_read; then
  record capture_read "$in_time" target/release/forebay-bench capture-rate --ways map,read --rates 40,45,50,55,125
fi
if named capture_long; then
  record capture_long "$in_time" target/release/forebay-bench capture-rate --ways map --rates 62.5 --seconds 600
fi
if named capture_overload; then
  record capture_overload "$in_time" target/release/forebay-bench capture-rate --ways map,read --rates 125 --seconds 10 --buffers 2
fi
if named capture_poll; then
  record capture_poll "$in_time" target/release/forebay-bench capture-rate --ways map,poll --rates 80,100 --seconds 10
fi
if named capture_small; then
  record capture_small "$in_time" target/release/forebay-bench capture-rate --card paced:radio-sg --ways sg --rates 1,2,3,5 --seconds 10 --bytes 4096
fi
if wants msm_area; then build/venv/bin/python rtl/datapath/msm/synth/msm_area.py; fi
if wants engine_area; then
  keep engine_area rtl/dma/synth/engine_area.py "$(build/venv/bin/python rtl/dma/synth/engine_area.py)"
fi
if wants radio_area; then
  keep radio_area "rtl/dma/synth/engine_area.py --of radio" "$(build/venv/bin/python rtl/dma/synth/engine_area.py --of radio)"
fi
if wants logic_depth; then build/venv/bin/python rtl/datapath/msm/synth/logic_depth.py; fi
before_platform() { # DIRECTORY: the tree before platform and plugs were taken apart
  [ -d "$1" ] || git worktree add --quiet --detach "$1" 95cee95
}
if wants structure; then
  before=build/structure_before
  before_platform "$before"
  counted=$(build/venv/bin/python bench/structure.py --before "$before") || { git worktree remove --force "$before"; exit 1; }
  git worktree remove --force "$before"
  keep structure "bench/structure.py --before the tree of 95cee95" "$counted"
fi

if named guest_debug; then
  summary=build/guest/suite-debug.json
  rm -f "$summary"
  # Red checks that belong to others do not keep the record from being made.
  make --no-print-directory guest-debug || echo "bench: not all of it is green; what is red is in the record" >&2
  [ -s "$summary" ] || { echo "bench: make guest-debug left no $summary" >&2; exit 1; }
  keep guest_debug "make guest-debug" "$(cat "$summary")"
fi
if named side_by_side; then
  before=build/side_by_side_before
  before_platform "$before"
  make --no-print-directory -C "$before" setup build
  make --no-print-directory -C "$before/sim" msm loopback
  record side_by_side "$cards" build/venv/bin/python bench/side_by_side.py --before "$before"
  git worktree remove --force "$before"
fi
if named msm_batch_rtl; then
  record msm_batch_rtl "$cards" target/release/forebay msm --points "$points" --scalars random:1 --card rtl --batch 4 --repeat 10 --verify --json
fi
if named msm_batch_fast; then
  record msm_batch_fast build target/release/forebay-bench msm-batch --log-points 20 --batch 4 --repeat 10
fi
if named udma_experiment_guest; then
  record udma_experiment_guest "$guest" target/release/forebay-bench udma-experiment
fi
record udma_cost_guest "$guest" target/release/forebay-bench udma-cost
if named udma_hostile; then
  record udma_hostile "$guest" target/release/forebay-bench udma-hostile
fi
if named udma_hostile_direct; then
  record udma_hostile_direct "$guest" target/release/forebay-bench udma-hostile --direct
fi
if named hostile; then
  record hostile "$cards" target/release/forebay-bench hostile --minutes "${FOREBAY_HOSTILE_MINUTES:-60}" --seed 7
fi
if named fuzz_server; then
  counts=$(mktemp)
  command="cargo test --release -p forebay-vfio-user --test fuzz on_request"
  FOREBAY_FUZZ_MINUTES=${FOREBAY_FUZZ_MINUTES:-60} FOREBAY_FUZZ_RECORD=$counts $command
  [ -s "$counts" ] || { echo "bench: $command counted nothing" >&2; exit 1; }
  keep fuzz_server "bench/run.sh fuzz_server" "$(cat "$counts")"
  rm "$counts"
fi

if named logic_depth_before; then
  before=build/logic_depth_before
  git worktree add --quiet --detach "$before" b8283cf
  build/venv/bin/python rtl/datapath/msm/synth/logic_depth.py --root "$before"
  git worktree remove --force "$before"
fi

for name in "${wanted[@]}"; do
  [[ " ${names[*]} " == *" $name "* ]] || { echo "bench: no result named $name; there are: ${names[*]}" >&2; exit 2; }
done
