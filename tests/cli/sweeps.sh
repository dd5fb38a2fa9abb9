#!/bin/sh
# `antler sweep` and everything that reads its database.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny* .

run 0 sweep tiny-sweep.yaml --dry-run
[ ! -e results ] || complain 'a dry run made a folder'
run 0 sweep tiny-sweep.yaml -o one.db -j 1
says err 'one\.db: 15 points: 0 known, 15 ok, 0 infeasible, 0 failed'
run 0 sweep tiny-sweep.yaml -o one.db -j 1
says err 'one\.db: 15 points: 15 known, 0 ok, 0 infeasible, 0 failed'
[ ! -e one.db-wal ] || complain 'a log was left behind'

run 0 sweep tiny-sweep.yaml -o two.db -j 2
equal 'rows of -j 1 and -j 2' "$(rows two.db)" "$(rows one.db)"
equal 'rows' "$(rows one.db | wc -l)" 15

run 0 sweep tiny-sweep.yaml -o parts.db --limit 4
says err '11 points are left'
run 0 sweep tiny-sweep.yaml -o parts.db --shard 1/2
run 0 sweep tiny-sweep.yaml -o parts.db --shard 2/2
equal 'rows of a sweep in parts' "$(rows parts.db)" "$(rows one.db)"

run 0 sweep tiny-sweep.yaml
says err 'results/tiny-sweep\.db: 15 points'

# A chip that is too small is a row with its reason, and no failure of the sweep.
sed 's/^axes:/axes:\n  core.sram: [1 KiB, 624 KiB]\n  core.reserved: [1000 B]/' tiny-sweep.yaml >small.yaml
run 0 sweep small.yaml -o small.db
says err '30 points: 0 known, 15 ok, 15 infeasible, 0 failed'
run 0 query small.db "SELECT count(*) AS n FROM results WHERE status = 'infeasible' AND reason <> '' AND latency_ms IS NULL" --csv
equal 'infeasible rows' "$(tail -n 1 out)" 15

# The bound is a bound at every point.
run 0 query one.db "SELECT count(*) AS n FROM results a JOIN results b USING (chip_cores, hbm_bandwidth_gbps)
    WHERE a.design = 'ideal' AND a.latency_ms > b.latency_ms" --csv
equal 'points faster than ideal' "$(tail -n 1 out)" 0

# Readers
run 0 query one.db 'SELECT design, count(*) AS n FROM results GROUP BY design ORDER BY design' --csv
equal 'csv' "$(cat out)" "$(printf 'design,n\nbasic,5\nideal,5\nstatic,5')"
run 0 query one.db 'SELECT latency_ms FROM results LIMIT 1'
says out '^ *ms$'
run 0 query one.db 'SELECT * FROM results' --json
run 0 query one.db 'SELECT * FROM results' --markdown
refuses 'only a SELECT' query one.db 'DELETE FROM points'
refuses 'latency_ms' query one.db 'SELECT latncy_ms FROM results'
run 0 pareto one.db --min latency_ms --min chip_cores --min hbm_bandwidth_gbps --where "design <> 'ideal'"
says out '^ *id .*latency_ms'
run 0 pareto one.db --min latency_ms --min chip_cores --by design --constraint 'chip_cores < 64' --csv
says err "^antler: note: [0-9]+ of 15 points meet 'chip_cores < 64'$"
says out '^id,.*,latency_ms,chip_cores,knee$'
run 0 pareto one.db --min latency_ms --min chip_cores --by design --hypervolume --reference 1000,100 --csv
equal 'a row a front' "$(cut -d , -f 1,7,8 out)" "$(printf 'design,reference_latency_ms,reference_chip_cores
basic,1000,100\nideal,1000,100\nstatic,1000,100')"
refuses "^antler: --reference: 1 numbers for 2 objectives$" pareto one.db --min latency_ms --min chip_cores --reference 1
refuses "^antler: --reference: 'a' is not a list" pareto one.db --min latency_ms --reference a
refuses "did you mean 'latency_ms'" pareto one.db --min latency_ms --constraint 'latncy_ms < 1'
refuses "area_mm2.*NULL" pareto one.db --min area_mm2
run 0 plot one.db pareto --x chip_cores --y latency_ms --by design -o front.svg
run 0 plot one.db line --x hbm_bandwidth_gbps --y latency_ms --by design -o line.pdf
for file in front.svg front.gp front.dat line.pdf line.gp line.dat; do
    [ -s $file ] || complain "$file was not made"
done
says line.gp "HBM bandwidth \(GB/s\)"
refuses 'there are: pareto, line' plot one.db heatmap --x a --y b

# A point that `show` tells how to reproduce comes out the same, to the last bit. The names of hwspec and model are those
# of files here, not shipped ones.
for id in $(sqlite3 one.db 'SELECT id FROM results ORDER BY id'); do
    run 0 show one.db "$id"
    says out '^latency_ms '
    command=$(sed -n '/^antler run/,$p' out | sed 's/^antler run tiny tiny/run tiny.yaml tiny.json/')
    wanted=$(sqlite3 one.db "SELECT printf('%!.17g', latency_ms) FROM results WHERE id = $id")
    got=$(eval "\"\$antler\" $command --json" 2>err | sed -n 's/^[{ ]"latency_ms": \([^,}]*\)[,}]*$/\1/p')
    checks=$((checks + 1))
    awk "BEGIN { exit !($wanted == $got) }" || complain "point $id: $got again, $wanted stored; $command"
done
refuses 'no row 9999' show one.db 9999
finish
