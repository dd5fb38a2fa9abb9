#!/bin/sh
# Every symbol that the shared library exports begins with antler_, and there are some.
#
# usage: exports.sh LIBRARY
set -u
symbols=$(nm -D --defined-only "$1" | awk '{print $NF}' | grep -v -e '^_init$' -e '^_fini$')
strangers=$(printf '%s\n' "$symbols" | grep -v '^antler_')
if [ -n "$strangers" ]; then
    printf 'exported but not antler_:\n%s\n' "$strangers"
    exit 1
fi
printf '%s\n' "$symbols" | grep -q '^antler_evaluate$' || {
    echo "antler_evaluate is not exported"
    exit 1
}
