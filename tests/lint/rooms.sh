#!/bin/sh
# Which room may include which: only rooms earlier in the list of meson.build, never itself turned round. This keeps the
# data flow one way, and the simulator blind to the compiler's estimates.
#
# usage: rooms.sh ROOM...   (in order; run from the top folder)
set -u
cd "$(dirname "$0")/../.." || exit 2

# Narrower than the order: what a room or a file may include, whatever stands before it.
allowed_of() { # FILE ROOM EARLIER-ROOMS
    case $1 in
    src/simulate/share.c | src/simulate/share.h) echo "base simulate" ;;
    src/simulate/*) echo "base spec space model machine program simulate" ;;
    src/schedule/*) echo "base spec space model machine plan program schedule" ;;
    src/report/*) echo "base spec space model schedule metrics store report" ;;
    *) echo "$3 $2" ;;
    esac
}

failed=0
complain() {
    echo "$1: includes \"$2\"; $3"
    failed=1
}

earlier=""
for room in "$@"; do
    for file in "src/$room"/*.[ch] "src/$room"/*/*.[ch]; do
        [ -e "$file" ] || continue
        allowed=$(allowed_of "$file" "$room" "$earlier")
        # Includes in quotes name a room and a file in it; standard and public headers stand in angle brackets.
        for included in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
            other=${included%%/*}
            case " $allowed " in
            *" $other "*) [ "$other" != "$included" ] || complain "$file" "$included" "write \"ROOM/FILE\"" ;;
            *) [ "$included" = config.h ] || complain "$file" "$included" "$room may include only: $allowed" ;;
            esac
        done
    done
    earlier="$earlier $room"
done

# Every folder of src is a room of the list, or the command.
for folder in src/*/; do
    room=$(basename "$folder")
    case " $* cli " in
    *" $room "*) ;;
    *) complain "$folder" "" "not in the list of rooms in meson.build" ;;
    esac
done

# The command sees the public API and its own folder.
for file in src/cli/*.[ch]; do
    for included in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
        [ -e "src/cli/$included" ] || complain "$file" "$included" "the command uses include/antler only"
    done
done
exit $failed
