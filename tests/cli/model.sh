#!/bin/sh
# `antler model`: totals and rows as a table, as JSON and as a graph; what suits the model when no workload is given.
. "$(dirname "$0")/lib.sh"

of_json() { # EXPRESSION over v
    sqlite3 :memory: "WITH t AS (SELECT readfile('out') AS v) SELECT $1 FROM t"
}

run 0 model llama2-7b
says out '^llama2-7b \(llama\): decode, batch 1, context 2048, fp16$'
says out '^parameters +6738415616 '
says out '^layer0.qkv +32 +matmul '
run 0 model llama2-7b --json
equal parameters "$(of_json "v ->> 'parameters'")" 6738415616
equal active "$(of_json "v ->> 'active_parameters'")" 6607347712
equal kv "$(of_json "v ->> 'kv_bytes_per_token'")" 524288
equal keys "$(of_json "(SELECT group_concat(key) FROM json_each(v) WHERE key IN ('flops', 'hbm_bytes', 'rows'))")" \
    flops,hbm_bytes,rows
equal flops "$(of_json "(SELECT sum((value ->> 'flops') * max(json_array_length(value, '\$.layers'), 1))
    FROM json_each(v, '\$.rows')) = v ->> 'flops'")" 1
run 0 model llama2-7b --json --batch 8 --context 100 --phase prefill --dtype int4/fp8/fp16
equal dtype "$(of_json "v ->> 'dtype'")" int4/fp8/fp16
equal phase "$(of_json "v ->> 'phase'")" prefill
equal kv "$(of_json "v ->> 'kv_bytes_per_token'")" 262144

run 0 model "$data"/tiny.json --dot
equal first "$(head -n 1 out)" 'digraph "tiny" {'
equal last "$(tail -n 1 out)" '}'
equal nodes "$(grep -c '^  o[0-9]* \[label' out)" "$("$antler" model "$data"/tiny.json | sed -n 's/^operators *\([0-9]*\).*/\1/p')"

run 0 model dit-xl-2
says out 'prefill, batch 1, context 256, fp16$'
run 0 model llama3.1-8b
says out '^note: rope_scaling '
run 0 run ipu-pod4 dit-xl-2 --batch 1 --design ideal --json

refuses 'dit-xl-2: has no decode' model dit-xl-2 --phase decode
refuses 'dit-xl-2: context is 99; its images have 256 tokens' model dit-xl-2 --context 99
refuses '^antler: --json and --dot exclude each other$' model gpt2 --json --dot
refuses '^antler: MODEL is missing' model
refuses "^antler: llama2-7c: no such file; did you mean 'llama2-7b'" model llama2-7c
refuses '^antler: --batch: .0. is not' model gpt2 --batch 0
refuses 'would have more than 2\^48 elements' model gpt2 --batch 4000000000 --context 4000000000
finish
