#!/bin/sh
# Everything that must pass, on a machine that has nothing yet: installs what is missing, builds three times
# (warnings are errors; address and undefined-behaviour sanitizers; thread sanitizer for what has threads), runs the tests
# of each and the lints. The last line is
# `N passed, N failed`.
set -u
top=$(cd "$(dirname "$0")/.." && pwd) || exit 2
cd "$top" || exit 2
passed=0
failed=0

# A step that is no test counts only when it fails.
step() { # NAME COMMAND...
    name=$1
    shift
    "$@" && return
    echo "FAILED: $name"
    failed=$((failed + 1))
    return 1
}

build() { # FOLDER OPTIONS...
    folder=$1
    shift
    if [ -f "$folder/build.ninja" ]; then
        meson setup --reconfigure "$folder" "$@" >"$folder/build.log" && ninja -C "$folder" >>"$folder/build.log"
    else
        mkdir -p "$folder" && meson setup "$folder" "$@" >"$folder/build.log" && ninja -C "$folder" >>"$folder/build.log"
    fi || {
        tail -n 40 "$folder/build.log"
        return 1
    }
}

# One line of testlog.json is one test.
results_of() { # FOLDER RESULT...
    log=$1/meson-logs/testlog.json
    shift
    total=0
    for result in "$@"; do
        found=$(grep -c "\"result\": \"$result\"" "$log")
        total=$((total + found))
    done
    echo $total
}

run_tests() { # FOLDER OPTIONS...
    folder=$1
    shift
    rm -f "$folder/meson-logs/testlog.json"
    meson test -C "$folder" --print-errorlogs "$@"
    if [ ! -s "$folder/meson-logs/testlog.json" ]; then
        failed=$((failed + 1))
        return
    fi
    passed=$((passed + $(results_of "$folder" OK EXPECTEDFAIL)))
    failed=$((failed + $(results_of "$folder" FAIL TIMEOUT ERROR INTERRUPT UNEXPECTEDPASS)))
}

build_and_test() { # FOLDER TEST-OPTIONS BUILD-OPTIONS...
    folder=$1
    options=$2
    shift 2
    echo "== $folder"
    # Several options are words of one string.
    # shellcheck disable=SC2086
    step "build of $folder" build "$folder" "$@" && run_tests "$folder" $options
}

if step 'installing packages' .ci/install test; then
    build_and_test build-tests '' -Dwerror=true
    export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    build_and_test build-asan '--no-suite lint --timeout-multiplier 4' -Db_sanitize=address,undefined --optimization=1 \
        -Ddebug=true
    # clang's OpenMP tells the sanitizer what it synchronizes, gcc's does not.
    export TSAN_OPTIONS=halt_on_error=1:ignore_noninstrumented_modules=1
    CC=clang build_and_test build-tsan '--timeout-multiplier 4 test_sweep' -Db_sanitize=thread \
        -Db_lundef=false
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
