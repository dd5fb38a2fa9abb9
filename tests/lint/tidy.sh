#!/bin/sh
# clang-tidy over all of src with the checks of .clang-tidy. It takes minutes, so it is no part of tests/run.sh.
#
# usage: tidy.sh BUILD   (a folder made by meson setup)
set -u
build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
command -v clang-tidy >/dev/null || exit 77
find src -name '*.c' | LC_ALL=C sort | xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$build"
