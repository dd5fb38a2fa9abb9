#!/bin/sh
# Files of at most 500 lines, functions of at most 80, and at least 85 in 100 functions within 40. It leans on the format
# (tests/lint/format.sh): a function's body opens with a { and ends with a } in the first column.
set -u
cd "$(dirname "$0")/../.." || exit 2
find src include -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | xargs awk '
    FNR == 1 { body = 0; signature = "" }
    { lines[FILENAME] = FNR }
    /^[A-Za-z_].*\(/ && !body { signature = $0; first = FNR }
    /^\{/ { body = signature != "" }
    /^\}/ {
        if (body) {
            length_of = FNR - first + 1
            functions++
            short += length_of <= 40
            if (length_of > 80) {
                printf "%s:%d: a function of %d lines; 80 is the limit\n", FILENAME, first, length_of
                failed = 1
            }
        }
        body = 0
        signature = ""
    }
    END {
        for (file in lines)
            if (lines[file] > 500) {
                printf "%s: %d lines; 500 is the limit\n", file, lines[file]
                failed = 1
            }
        if (functions == 0) {
            print "no functions found: is this the right folder?"
            exit 1
        }
        share = 100 * short / functions
        printf "%d functions, %.1f%% within 40 lines\n", functions, share
        if (share < 85) {
            print "fewer than 85% of the functions are within 40 lines"
            failed = 1
        }
        exit failed
    }'
