#!/bin/sh
# `antler run`: metrics, JSON, dumps, settings, and a chip that is too small.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny* .
options='--batch 4 --context 128'

# value METRIC FILE: from the JSON object.
value() {
    sed -n "s/^[{ ]\"$1\": \([^,}]*\)[,}]*$/\1/p" "$2"
}
less() { # A B: A <= B as numbers
    checks=$((checks + 1))
    awk "BEGIN { exit !($1 <= $2) }" || complain "$1 is not at most $2"
}

# Options are words of one string.
# shellcheck disable=SC2086
for design in basic static ideal; do
    run 0 run tiny.yaml tiny.json $options --design $design
    says out '^latency_ms +[0-9.e+-]+ +ms '
    says out '^energy_mj +- +mJ '
    run 0 run tiny.yaml tiny.json $options --design $design --json
    cp out $design.json
    for metric in compute_util hbm_util noc_util noc_peak_link_util ideal_ratio; do
        less "$(value $metric out)" 1.000000001
    done
    less "$(value hbm_busy_ms out)" "$(value latency_ms out)"
done
less "$(value latency_ms ideal.json)" "$(value latency_ms static.json)"
less "$(value latency_ms static.json)" "$(value latency_ms basic.json)"

# The same numbers again, the two timing metrics aside.
# shellcheck disable=SC2086
run 0 run tiny.yaml tiny.json $options --design static --json
equal 'a second run' "$(grep -v -e compile_s -e simulate_s out)" "$(grep -v -e compile_s -e simulate_s static.json)"

# A setting is as good as a file.
sed 's/200 GB/100 GB/' tiny.yaml >half.yaml
# shellcheck disable=SC2086
run 0 run half.yaml tiny.json $options --design static --json
cp out half.json
# shellcheck disable=SC2086
run 0 run tiny.yaml tiny.json $options --design static --set hbm.bandwidth='100 GB/s' --json
equal 'latency of a setting and of a file' "$(value latency_ms out)" "$(value latency_ms half.json)"
less "$(value latency_ms static.json)" "$(value latency_ms out)"

# shellcheck disable=SC2086
run 0 run tiny.yaml tiny.json $options --dump graph,plan,program
says out 'preload'
says out 'execute'
[ ! -s err ] || complain 'a dump writes to stderr'

# Too little SRAM: sound input, impossible point.
# shellcheck disable=SC2086
run 1 run tiny.yaml tiny.json $options --set core.sram='1 KiB' --set core.reserved='1000 B'
says err '^antler: .*(SRAM|sram)'
# shellcheck disable=SC2086
run 1 run tiny.yaml tiny.json $options --set hbm.capacity='1 MiB'
says err '^antler: .*HBM'
finish
