#!/bin/sh
# `antler run --explain-plan`: the plans explained are those of `--dump plan`, in the JSON and in the tables. With little
# SRAM and a quick NoC plans rotate and states redistribute.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny.yaml .
sed 's/"num_hidden_layers": 2/"num_hidden_layers": 8/' "$data"/tiny.json >deep.json

# rows SQL: over the rows r(v) of the JSON.
rows() {
    sqlite3 -separator ' ' :memory: "WITH r AS (SELECT value AS v FROM json_each(readfile('json'))) $1"
}

# explain BATCH SRAM: leaves the files plans, json and table.
explain() {
    into plans "$@" --dump plan
    into json "$@" --explain-plan --json
    into table "$@" --explain-plan
}
into() { # FILE BATCH SRAM OPTION...
    file=$1
    batch=$2
    sram=$3
    shift 3
    run 0 run tiny.yaml deep.json --batch "$batch" --context 128 --design basic --set chip.cores=64 \
        --set core.sram="$sram" --set noc.bandwidth='50 GB/s' --set noc.sync='1 ns' "$@"
    [ ! -s err ] || complain 'an explanation writes to stderr'
    cp out "$file"
}

# Lines of the dump, and the operators that the rows of the JSON stand for.
equals_dump() {
    awk '{
        preload = 0
        for (i = 4; i < NF; i++) {
            if ($i == "cores") cores = $(i + 1)
            if ($i == "steps") steps = $(i + 1)
            if ($i == "sram") sram = $(i + 1)
            if ($i == "preload") preload = $(i + 1)
            if ($i == "compute_us") compute = $(i + 1)
            if ($i == "time_us") time = $(i + 1)
        }
        printf "%s %d %d %d %d %.9g %.9g\n", $3, cores, steps, sram, preload, compute, time
    }' plans | sort >dumped
    # shellcheck disable=SC2016
    rows ', names AS (
            SELECT format("layer%d.%s", l.value, v ->> "$.role") AS name, v FROM r, json_each(v, "$.layers") AS l
            UNION ALL SELECT v ->> "$.operator", v FROM r WHERE json_array_length(v, "$.layers") = 0)
        SELECT name, v ->> "$.cores", v ->> "$.steps",
            format("%.0f", (v ->> "$.execute_kib") * 1024), format("%.0f", (v ->> "$.preload_kib") * 1024),
            format("%.9g", v ->> "$.compute_us"), format("%.9g", v ->> "$.time_us") FROM names' | sort >explained
    [ "$(wc -l <dumped)" -ge "$((4 + 19 * 8))" ] || complain 'the plan dump has fewer operators than the model'
    equal 'plans explained' "$(diff dumped explained)" ''
}

# Lines of the tables beside the values of the JSON; the tables have five digits.
equals_table() {
    awk '/^operator/ { part++ } /^[a-z_0-9.]+ +([0-9]+|-) / && part == 2' table >costs
    awk '/^operator/ { part++ } /^[a-z_0-9.]+ +([0-9]+|-) / && part == 3' table >beaten
    # shellcheck disable=SC2016
    rows 'SELECT v ->> "$.operator", max(1, json_array_length(v, "$.layers")), v ->> "$.cores", v ->> "$.steps",
        v ->> "$.execute_kib", v ->> "$.preload_kib", v ->> "$.hbm_bytes", v ->> "$.preload_us",
        v ->> "$.redistribute_us", v ->> "$.relayout_us", v ->> "$.compute_us", v ->> "$.shift_us", v ->> "$.reduce_us",
        v ->> "$.store_us", v ->> "$.time_us" FROM r' >costs.json
    # shellcheck disable=SC2016
    rows 'SELECT v ->> "$.operator", max(1, json_array_length(v, "$.layers")), v ->> "$.tried", v ->> "$.too_large",
        v ->> "$.dominated", v ->> "$.outpaced", v ->> "$.larger", v ->> "$.slower", v ->> "$.larger_and_slower",
        v ->> "$.more_bytes", v ->> "$.pruned_subtrees", v ->> "$.preload_states" FROM r' >beaten.json
    for part in costs beaten; do
        equal "rows of $part" "$(wc -l <$part)" "$(rows 'SELECT count(*) FROM r')"
        equal "values of $part" "$(paste -d ' ' $part $part.json | awk '{
            n = NF / 2
            if (n != int(n) || $1 != $(n + 1)) print
            for (i = 2; i <= n; i++) {
                off = ($i == "-" ? 1 : $i) - $(i + n)
                if (off * off > 1e-8 * $(i + n) * $(i + n)) print i, $0
            }
        }')" ''
    done
}

# Every plan that was tried has one fate; layers that choose alike share a row.
adds_up() {
    # shellcheck disable=SC2016
    equal 'operators whose counts do not add up' \
        "$(awk '$3 != $4 + $5 + $6 + $7 + $8 + $9 + $10 + 1' beaten)" ''
    equal 'as many rows as roles, a third as many as operators or fewer' \
        "$(rows "SELECT count(*) >= count(DISTINCT v ->> '\$.role') AND 3 * count(*) < $(wc -l <dumped) FROM r")" 1
}

explain 64 '24 KiB' # some plans rotate, some preload states are split
says table '^operator +layers +plan$'
says table '^operator +layers +cores +steps +execute +preload +HBM '
says table '^ +KiB +KiB +B +us '
says table '^operator +layers +tried +no fit +dominated '
says table ' rotates: '
says table '; preloads 1/'
equals_dump
equals_table
adds_up
explain 16 '24 KiB'
equals_dump
equals_table
adds_up

run 2 run tiny.yaml deep.json --design ideal --explain-plan
says err "^antler: design 'ideal' is a bound: it chooses no plans to explain$"
finish
