#!/bin/sh
# All shell scripts are as shellcheck wants them.
set -u
cd "$(dirname "$0")/../.." || exit 2
command -v shellcheck >/dev/null || exit 77 # skipped
find tests sweeps .ci -name '*.sh' -o -name run -o -name install | LC_ALL=C sort |
    xargs shellcheck -x -P SCRIPTDIR -S warning
