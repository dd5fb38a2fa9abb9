#!/bin/sh
# Named queries, and every statement of docs/QUERIES.md: with the command, the sqlite3 shell and pandas.
. "$(dirname "$0")/lib.sh"
page=$data/../../../docs/QUERIES.md
cp "$data"/tiny* .
sed 's/^axes:/axes:\n  core.sram: [1 KiB, 624 KiB]\n  core.reserved: [1000 B]/' tiny-sweep.yaml >small.yaml
run 0 sweep small.yaml -o one.db

for name in best front failures slowest; do
    run 0 query one.db $name --csv
    [ "$(wc -l <out)" -gt 1 ] || complain "query $name finds nothing"
    cp out named
    run 0 query one.db $name --show-sql
    run 0 query one.db "$(cat out)" --csv
    equal "rows of $name and of its SQL" "$(cat out)" "$(cat named)"
done
run 0 query one.db best
says out '^ *KiB +GB/s +ms +1/s'
run 0 query one.db best --markdown
says out '^\| model \| phase .*\| latency_ms \(ms\) \|'
run 0 query one.db best --json
says out '"design": "static"'
run 0 query one.db 'SELECT min(latency_ms), max(hbm_gb) AS most_gb FROM results'
says out '^ *ms +GB$'
refuses "^antler: no query is called 'bset'; there are: best, front, failures, slowest; did you mean 'best'\?$" query one.db bset
refuses "^antler: --show-sql is for a named query" query one.db 'SELECT 1' --show-sql

# The best of each design is what a plain query says it is.
run 0 query one.db best --csv
equal 'best' "$(tail -n +2 out | cut -d , -f 6,7 | sort)" "$(sqlite3 -csv one.db "SELECT design, id FROM results a
    WHERE status = 'ok' AND latency_ms = (SELECT min(latency_ms) FROM results b WHERE a.design = b.design)" | sort)"
# So is the front.
run 0 query one.db front --csv
equal 'front' "$(tail -n +2 out | cut -d , -f 7 | sort)" "$(sqlite3 one.db "SELECT id FROM results a WHERE status = 'ok'
    AND design <> 'ideal' AND NOT EXISTS (SELECT 1 FROM results b WHERE b.status = 'ok' AND b.design <> 'ideal'
    AND b.chip_cores <= a.chip_cores AND b.latency_ms <= a.latency_ms
    AND (b.chip_cores < a.chip_cores OR b.latency_ms < a.latency_ms))" | sort)"

# One file a statement of the page.
awk '/^```sql$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print > sprintf("question%02d.sql", n) }' "$page"
equal 'questions' "$(find . -name 'question*.sql' | wc -l)" 20
for file in question*.sql; do
    run 0 query one.db "$(cat "$file")" --csv
    [ "$(wc -l <out)" -gt 1 ] || complain "$file of QUERIES.md finds nothing"
    tail -n +2 out | wc -l >counted
    equal "$file in the sqlite3 shell" "$(sqlite3 -list one.db "$(cat "$file")" | wc -l)" "$(cat counted)"
done
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" | sed 's/results.quickstart.db/one.db/' >frame.py
if /usr/bin/python3 -c 'import pandas' 2>err; then
    checks=$((checks + 1))
    /usr/bin/python3 frame.py >out 2>err || complain 'the pandas example fails'
    says out '^static '
fi
finish
