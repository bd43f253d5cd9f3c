#!/bin/bash
# try_packages.sh installs the packages that lie beside it and tries each, as their users do: without a path or a
# variable. Removes them: nothing may be left. Called within a fresh root.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
trap 'echo "try_packages.sh: failed in line $LINENO: $BASH_COMMAND" >&2' ERR
quietly() { "$@" >log 2>&1 || { tail -30 log >&2; return 1; }; }
left_behind() {
  find /etc /usr /var -xdev \( -iname '*talus*' -o -name 'paraview.conf*' \) ! -path '/var/lib/apt/*' ! -path '/var/cache/man/*' | sort
  dpkg --verify # what packages own is as they brought it
}

quietly apt-get update
quietly apt-get install -y --no-install-recommends \
  paraview python3-paraview g++ cmake make man-db xvfb xauth lintian desktop-file-utils
left_behind >before
quietly apt-get install -y --no-install-recommends ./*.deb
rm -rf tried && mkdir tried && cd tried

echo "-- lintian"
# The developers have no address yet.
lintian --fail-on error --allow-root --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog ../*.deb

echo "-- command line"
talus --version
talus container --out box.stl --quiet
printf 'x,y,z\n0.5,0,0.5\n0,0,0.5\n' >cloud.csv
talus classify --surface box.stl --points cloud.csv --out labels.vtp
man talus | grep -q "talus classify"
man talus-env | grep -q pvpython
desktop-file-validate /usr/share/applications/talus.desktop

echo "-- STEP"
/usr/bin/python3 ../step_files.py cubes.step
talus check cubes.step | grep -q "Labels are exact"

echo "-- Python"
/usr/bin/python3 - <<'PYTHON'
import numpy as np
import talus

corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
faces = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6],
                  [0, 6, 4], [1, 5, 7], [1, 7, 3]])
side = talus.classify([[0.5, 0.5, 0.5], [2, 0, 0]], (corners, faces))
print(talus.__version__, side)
PYTHON

echo "-- C++"
quietly cmake -S ../cpp -B cpp
quietly cmake --build cpp
cpp/example >words
head -3 words

echo "-- pvpython, with talus-env and a server and without, and ParaView's window"
cat >plugin.py <<'PYTHON'
import os

from paraview import simple

if "SERVER" in os.environ:
    simple.Connect("localhost")
from paraview.simple import InsideOutsideClassifier, Sphere, Wavelet

labelled = InsideOutsideClassifier(Input=Wavelet(), Surface=Sphere(Radius=3.3))
labelled.UpdatePipeline()
if "WINDOW" in os.environ:
    view = simple.GetActiveViewOrCreate("RenderView")
    simple.Show(labelled, view)
    simple.SaveScreenshot("window.png", view, ImageResolution=[400, 300])
with open("side.txt", "w") as file:
    file.write(str(labelled.PointData["Side"].GetRange()))
if "WINDOW" in os.environ:
    os._exit(0)
PYTHON
: >server
pvserver >server 2>&1 &
until grep -q Accepting server; do sleep 1; done
for run in "pvpython plugin.py" "talus-env pvpython plugin.py" "env SERVER=1 pvpython plugin.py" \
  "env WINDOW=1 timeout 120 xvfb-run -a paraview --script=plugin.py"; do
  $run >words 2>&1 || { cat words >&2; exit 1; }
  grep -qF "(-1.0, 1.0)" side.txt
  if grep -i -e error -e warning -e talus words; then exit 1; fi
  rm side.txt
done
[[ -s window.png ]]

echo "-- removal"
cd ..
quietly apt-get purge -y talus python3-talus libtalus-dev paraview-talus talus-step
left_behind >after
diff before after
