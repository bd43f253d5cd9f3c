#!/bin/bash
# run_on.sh SUITE [STEP...] builds and tests Talus on another suite of Debian (bookworm, trixie, forky), in a root of its
# own. To be run as root. Steps, all if none is named:
#   test      installs what tests/packages.txt lists, builds, runs every test with ParaView
#   vtk       the same against the suite's VTK without ParaView, in a root without ParaView
#   packages  makes the Debian packages, and installs, tries and removes them in a fresh root
# Environment: TALUS_ROOTS, the folder of roots, tarballs and caches (/var/cache/talus); TALUS_TESTS, a regular expression
# of tests to run (all); TALUS_MIRROR.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
source "$here/suites/root.sh"

[[ $# -ge 1 ]] || { sed -n '2,8s/^# //p' "$0" >&2; exit 2; }
suite=$1
shift
steps=("$@")
[[ $# -ge 1 ]] || steps=(test vtk packages)
for step in "${steps[@]}"; do
  [[ $step =~ ^(test|vtk|packages)$ ]] || { echo "run_on.sh: no step $step: choose test, vtk or packages" >&2; exit 2; }
done
[[ $(id -u) -eq 0 ]] || { echo "run_on.sh: chroot needs root: use sudo" >&2; exit 2; }

failed=()
for step in "${steps[@]}"; do
  begin=$SECONDS
  echo "== $suite: $step"
  bash "$here/suites/$step.sh" "$suite" || failed+=("$step")
  echo "== $suite: $step took $((SECONDS - begin)) s"
done
[[ ${#failed[@]} -eq 0 ]] || { echo "== $suite: failed: ${failed[*]}" >&2; exit 1; }
