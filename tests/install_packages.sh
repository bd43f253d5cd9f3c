#!/bin/bash
# install_packages.sh GROUP... installs the packages of these groups in packages.txt that this suite needs and that are
# not there yet.
set -euo pipefail
list=$(dirname "$(readlink -f "$0")")/packages.txt
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
missing=()
while read -r group package suites; do
  [[ " $* " == *" $group "* ]] || continue
  [[ -z $suites || " $suites " == *" $suite "* ]] || continue
  [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
done <"$list"
[[ ${#missing[@]} -eq 0 ]] && exit 0

log=${TMPDIR:-/tmp}/talus-packages-$(id -u).log
echo "Installing ${#missing[@]} packages, a minute or two (log: $log): ${missing[*]}"
as_root=()
[[ $(id -u) -eq 0 ]] || as_root=(sudo)
{
  "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
      </dev/null
} >"$log" 2>&1 || { tail -n 20 "$log"; exit 1; }
