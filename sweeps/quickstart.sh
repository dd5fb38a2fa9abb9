#!/bin/sh
# From nothing to a Pareto plot: installs what is missing, builds, evaluates sweeps/quickstart.yaml into
# results/quickstart.db, prints the front and draws two pictures. Run it again at any time: points that are already in
# the database are not computed again.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"

.ci/install
mkdir -p build
{ [ -f build/build.ninja ] || meson setup build; } >build/build.log 2>&1 && ninja -C build >>build/build.log 2>&1 || {
    tail -n 40 build/build.log >&2
    exit 1
}

antler=build/antler
database=results/quickstart.db
$antler sweep sweeps/quickstart.yaml -o "$database"

# `ideal` is a bound, not a design that one can build: the fronts are those of real programs.
real="design <> 'ideal'"
echo
echo "The best there is for each HBM bandwidth: no other is faster with as little."
$antler pareto "$database" --min latency_ms --min hbm_bandwidth_gbps --where "$real"
echo
echo "The best there is for each number of cores."
$antler pareto "$database" --min latency_ms --min chip_cores --where "$real"

$antler plot "$database" pareto --x chip_cores --y latency_ms --by design -o plots/quickstart-pareto.svg
$antler plot "$database" line --x hbm_bandwidth_gbps --y latency_ms --by design -o plots/quickstart-latency.svg
echo
echo "Pictures: plots/quickstart-pareto.svg and plots/quickstart-latency.svg, their gnuplot scripts beside them."
