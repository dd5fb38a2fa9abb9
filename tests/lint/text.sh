#!/bin/sh
# What no file of the tree may hold: somebody's home or work folder, tabs in C, blanks at the end of a line, a missing
# last newline, and, outside documents, an address that a build or a test would have to reach.
set -u
cd "$(dirname "$0")/../.." || exit 2
failed=0
sources=$(find src include tests hwspecs sweeps .ci docs plots README.md meson.build -type f \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.md' -o -name '*.yaml' -o -name 'meson.build' \
    -o -name run -o -name '*.gp' \) ! -path tests/lint/text.sh ! -path 'tests/fuzz/corpus/*' | LC_ALL=C sort)
refuse() { # PATTERN WHY FILES...
    pattern=$1 why=$2
    shift 2
    [ $# -gt 0 ] || return
    if grep -nHE -- "$pattern" "$@" /dev/null; then
        echo "^ $why"
        failed=1
    fi
}
# File names of the tree have no blanks: splitting is meant.
# shellcheck disable=SC2086
refuse '(/work/|/home/[a-z]|/root/)' 'a path of one machine' $sources
# shellcheck disable=SC2086
refuse '[ 	]+$' 'blanks at the end of a line' $sources
# shellcheck disable=SC2046
refuse '	' 'a tab' $(printf '%s\n' $sources | grep -E '\.(c|h|def|yaml)$')
# shellcheck disable=SC2046
refuse 'https?://' 'an address in code' $(printf '%s\n' $sources | grep -E '\.(c|h|def|sh|build)$')
for file in $sources; do
    if [ -s "$file" ] && [ -n "$(tail -c 1 "$file")" ]; then
        echo "$file: no newline at the end"
        failed=1
    fi
done
exit $failed
