#!/bin/bash
# Installs what is missing, builds, classifies a point cloud against a mesh and renders the result. A few minutes the
# first time, seconds afterwards. The results land in demo-output/.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
bash tests/install_packages.sh build run paraview
mkdir -p build demo-output
echo "Building build/release: 3 to 12 minutes the first time on two cores (log: build/demo.log) ..."
cmake --preset release -DTALUS_WITH_TESTS=OFF >build/demo.log 2>&1 || { tail -n 30 build/demo.log; exit 1; }
cmake --build --preset release -j "$(nproc)" 2>&1 | bash cmake/show_progress.sh build/demo.log || {
  tail -n 30 build/demo.log
  exit 1
}

surface=data/meshes/spot.obj
labelled=demo-output/spot_labelled.vtp
picture=demo-output/spot.png
build/release/bin/talus classify --surface $surface --points data/points/spot_cloud.vtp --out $labelled
# -noreset: ParaView opens the screen twice, and a screen that starts over in between refuses it.
xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" build/release/bin/talus-env pvpython python/examples/render.py $surface $labelled $picture
echo "picture   $picture"
echo "Look at it, or open $labelled in ParaView and colour by Side."
