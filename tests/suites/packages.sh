#!/bin/bash
# packages.sh SUITE: makes the Debian packages, and tries them in a second, fresh root.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
source "$here/root.sh"
root_of "$1" "$1"
source_in "$1"
in_root "$1" bash -c 'cd /talus && rm -rf build/release/packages && bash tests/install_packages.sh package &&
  bash tests/suites/build.sh paraview talus_packages'

fresh=$1-packages
fresh_root_of "$1" "$fresh"
mkdir -p "$roots/$fresh/talus"
cp "$roots/$1"/talus/build/release/packages/*.deb "$here/try_packages.sh" "$roots/$fresh/talus"
cp -r "$source_tree/docs/examples/cpp" "$source_tree/tests/python/step_files.py" "$roots/$fresh/talus"
in_root "$fresh" bash /talus/try_packages.sh
