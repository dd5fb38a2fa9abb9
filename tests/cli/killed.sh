#!/bin/sh
# A sweep that is stopped or killed half-way goes on where it was, and ends in the same database.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny* .
sed -e 's/step: 100 GB/step: 2 GB/' -e '/^where/d' tiny-sweep.yaml >long.yaml

# Kill by SIGNAL as soon as the database holds a row (or has been there for 5 s).
interrupt() { # SIGNAL DATABASE
    "$antler" sweep long.yaml -o "$2" -j 2 >out 2>err &
    pid=$!
    for _ in $(seq 100); do
        count=$(sqlite3 "$2" 'SELECT count(*) FROM results' 2>/dev/null || echo 0)
        [ "${count:-0}" -gt 0 ] && break
        kill -0 $pid 2>/dev/null || break
        sleep 0.05
    done
    kill -s "$1" $pid 2>/dev/null
    wait $pid
}

run 0 sweep long.yaml -o whole.db
says err ' 606 points: 0 known, 606 ok'

interrupt KILL killed.db
run 0 sweep long.yaml -o killed.db
says err ' 606 points: [0-9]+ known, [0-9]+ ok, 0 infeasible, 0 failed'
equal 'rows after kill -9' "$(rows killed.db | cksum)" "$(rows whole.db | cksum)"

interrupt INT stopped.db
grep -q 'points are left: run the same command again' err || grep -q ' 606 ok' err ||
    complain 'an interrupted sweep does not say how to go on'
run 0 sweep long.yaml -o stopped.db
equal 'rows after an interrupt' "$(rows stopped.db | cksum)" "$(rows whole.db | cksum)"
finish
