# shellcheck shell=sh disable=SC2034
# Helpers of the command tests. A test is a shell script that gets the command as its first argument; it runs in a folder
# of its own, checks what it wants with the functions below, and exits by `finish`.
set -u
antler=$(realpath "$1")
data=$(cd "$(dirname "$0")/data" && pwd)
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
checks=0
failures=0

complain() {
    echo "FAILED: $1"
    echo "  stdout: $(head -n 5 out)"
    echo "  stderr: $(head -n 5 err)"
    failures=$((failures + 1))
}

# run STATUS ARGUMENT...: the command must end with this status. Its output is in the files out and err.
run() {
    wanted=$1
    shift
    checks=$((checks + 1))
    "$antler" "$@" >out 2>err
    got=$?
    [ $got = "$wanted" ] || complain "antler $* ended with $got, not $wanted"
}

# says FILE PATTERN: out or err has a line that matches.
says() {
    checks=$((checks + 1))
    grep -qE -- "$2" "$1" || complain "std$1 has no line like $2"
}

# refuses PATTERN ARGUMENT...: status 2, nothing on stdout, one line on stderr, and that matches.
refuses() {
    pattern=$1
    shift
    run 2 "$@"
    says err "$pattern"
    [ ! -s out ] || complain "antler $*: output although refused"
    [ "$(wc -l <err)" = 1 ] || complain "antler $*: not one line on stderr"
}

equal() { # WHAT GOT WANTED
    checks=$((checks + 1))
    [ "$2" = "$3" ] || complain "$1: got '$2', wanted '$3'"
}

# All rows of a database but for what depends on the clock on the wall or on the order of work.
rows() {
    columns=$(sqlite3 "$1" "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info('results')
        WHERE name NOT IN ('id', 'compile_s', 'simulate_s')")
    sqlite3 "$1" "SELECT $columns FROM results ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18"
}

finish() {
    echo "$checks checks, $failures failed"
    [ $failures = 0 ]
    exit
}
