#!/bin/sh
# All C is as clang-format (14, Debian 12) writes it.
set -u
cd "$(dirname "$0")/../.." || exit 2
command -v clang-format >/dev/null || exit 77 # skipped
find src include tests -name '*.[ch]' | LC_ALL=C sort | xargs clang-format --dry-run --Werror
