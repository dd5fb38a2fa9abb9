#!/bin/sh
# `antler run --ablate`: every combination of the parts of Elk's search; more parts are never slower, and the rows that are
# a design's have its latency.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny.yaml .
sed 's/"num_hidden_layers": 2/"num_hidden_layers": 12/' "$data"/tiny.json >deep.json

point() { # OPTION...
    run 0 run tiny.yaml deep.json --batch 4 --context 128 --set chip.cores=64 --set core.sram='24 KiB' \
        --set noc.bandwidth='2 GB/s' --set noc.sync='1 ns' "$@"
}

# value SQL: over the rows r(depth, allocation, order, ms) of the JSON.
value() {
    sqlite3 :memory: "WITH r AS (SELECT value ->> 'depth' AS depth, value ->> 'allocation' AS allocation,
        value ->> 'order' AS ordered, value ->> 'latency_ms' AS ms FROM json_each(readfile('json'))) $1"
}

point --ablate --json
cp out json
[ "$(value 'SELECT count(*) FROM r')" = 8 ] || complain 'not eight combinations'
for part in depth allocation ordered; do
    slower=$(value "SELECT count(*) FROM r AS x, r AS y WHERE x.$part < y.$part AND x.ms < y.ms
        AND x.depth <= y.depth AND x.allocation <= y.allocation AND x.ordered <= y.ordered")
    [ "$slower" = 0 ] || complain "$part makes $slower combinations slower"
done
for design in elk-dyn elk-full; do
    order=0
    [ $design = elk-full ] && order=1
    point --design $design --json
    ms=$(sqlite3 :memory: "SELECT json_extract(readfile('out'), '\$.latency_ms')")
    same=$(value "SELECT abs(ms - $ms) < 1e-6 * ms FROM r WHERE depth AND allocation AND ordered = $order")
    [ "$same" = 1 ] || complain "the ablation's $design is not $ms ms"
done

point --ablate
[ "$(wc -l <out)" = 10 ] || complain 'the table has not ten lines'
grep -q 'elk-full$' out || complain 'the table names no elk-full'

# A larger effort never finds less.
point --design elk-full --effort 1 --json
cp out little
point --design elk-full --effort 200 --json
less=$(sqlite3 :memory: "SELECT json_extract(readfile('out'), '\$.latency_ms') >
    json_extract(readfile('little'), '\$.latency_ms')")
[ "$less" = 0 ] || complain 'effort 200 is slower than effort 1'
refuses '--effort' run tiny.yaml deep.json --effort 0
refuses 'choose one' run tiny.yaml deep.json --ablate --dump plan
finish
