#!/bin/sh
# Every public header compiles alone, as C17 and, where there is a compiler for it, as C++.
#
# usage: headers.sh CC...
set -u
cd "$(dirname "$0")/../.." || exit 2
failed=0
for header in include/antler/*.h; do
    line="#include <antler/$(basename "$header")>"
    echo "$line" | "$@" -std=c17 -pedantic -Wall -Wextra -Werror -Iinclude -x c -fsyntax-only - || failed=1
    if command -v c++ >/dev/null; then
        echo "$line" | c++ -std=c++17 -pedantic -Wall -Wextra -Werror -Iinclude -x c++ -fsyntax-only - || failed=1
    fi
done
exit $failed
