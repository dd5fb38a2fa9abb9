#!/bin/sh
# Command lines: help, version, unknown words, missing and superfluous arguments.
. "$(dirname "$0")/lib.sh"

run 0 --version
says out '^antler [0-9]+\.[0-9]+\.[0-9]+$'
run 0 --help
for command in run sweep query pareto plot show model check list; do
    says out "^  $command "
    "$antler" "$command" --help >help 2>err || complain "antler $command --help failed"
    [ ! -s err ] || complain "antler $command --help writes to stderr"
    equal "usage of $command" "$(head -n 1 help | cut -d ' ' -f 1-3)" "Usage: antler $command"
    "$antler" "$command" --version >out 2>err
    says out '^antler [0-9]'
    run 0 --help
done
run 2
says err '^Usage: antler COMMAND'

refuses "^antler: unknown command 'swep'; did you mean 'sweep'\?$" swep
refuses "^antler: unknown command 'zebra'" zebra
refuses "^antler: unknown option '--bathc'; did you mean '--batch'\?$" run a b --bathc 3
refuses "^antler: --batch needs a value$" run a b --batch
refuses "^antler: --json takes no value$" run a b --json=1
refuses "^antler: unknown option.*'-q'" run a b -q
refuses "^antler: HWSPEC is missing" run
refuses "^antler: MODEL is missing" run a
refuses "^antler: unexpected argument 'c'" run a b c
refuses "^antler: --batch: '0' is not a whole number of at least 1$" run a b --batch 0
refuses "^antler: --batch: '-3' is not a whole number" run a b --batch=-3
refuses "^antler: --context: '2k' is not a whole number" run a b --context 2k
refuses "^antler: --batch: '5000000000' is too large$" run a b --batch 5000000000
refuses "^antler: --phase: .*decode" run a b --phase decoding
refuses "^antler: --dtype: .*fp16" run a b --dtype half
refuses "^antler: --dtype: .*two parts" run a b --dtype fp8/fp16
refuses "^antler: --dump: 'progam' is none of graph, plan, program$" run a b --dump plan,progam
refuses "^antler: --explain-plan, --ablate and --dump replace the metrics: choose one$" run a b --explain-plan --dump plan
refuses "^antler: --set: 'hbm.bandwidth' is not KEY=VALUE" run a b --set hbm.bandwidth
refuses "^antler: --shard: '3/2' is not K/N" sweep a --shard 3/2
refuses "^antler: --shard: '0/2' is not K/N" sweep a --shard 0/2
refuses "^antler: -j: '0' is not a whole number" sweep a -j 0
refuses "^antler: ID: 'x' is not a whole number" show a x
refuses "^antler: --y is missing" plot a line --x b
refuses "^antler: FILE is missing" check
refuses "^antler: .*hwspecs, models, designs, metrics, axes" list chips
finish
