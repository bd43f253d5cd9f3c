# Sourced by the steps: roots of other suites, made from a cached tarball, and commands within them.
roots=${TALUS_ROOTS:-/var/cache/talus}
mirror=${TALUS_MIRROR:-http://deb.debian.org/debian}
source_tree=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")

# base_of SUITE makes the tarball of a minimal system if it is not there.
base_of() {
  local tarball=$roots/$1.tar folder
  [[ -f $tarball ]] && return
  command -v debootstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap
  mkdir -p "$roots"
  folder=$(mktemp -d "$roots/$1.XXXXXX")
  local scripts=/usr/share/debootstrap/scripts
  [[ -e $scripts/$1 ]] && scripts+=/$1 || scripts+=/sid # older than the suite: all since bookworm are made alike
  debootstrap --variant=minbase --include=ca-certificates "$1" "$folder" "$mirror" "$scripts" >"$folder.log"
  echo 'Acquire::Check-Valid-Until "false";' >"$folder/etc/apt/apt.conf.d/99snapshot" # mirrors may be snapshots
  echo 'force-unsafe-io' >"$folder/etc/dpkg/dpkg.cfg.d/99fast"
  rm -f "$folder"/var/cache/apt/archives/*.deb
  tar -C "$folder" -cf "$tarball.part" .
  mv "$tarball.part" "$tarball"
  rm -rf --one-file-system "$folder" "$folder.log"
}

# root_of SUITE NAME makes the root NAME unless it is there.
root_of() {
  [[ -f $roots/$2/.whole ]] && return
  base_of "$1"
  mkdir -p "$roots/$2"
  tar -C "$roots/$2" -xf "$roots/$1.tar"
  touch "$roots/$2/.whole"
}

# fresh_root_of SUITE NAME makes the root NAME anew.
fresh_root_of() {
  rm -rf --one-file-system "${roots:?}/$2"
  root_of "$1" "$2"
}

# in_root NAME COMMAND... runs a command there. Mounts and processes end with it. The roots of a suite, which have one
# compiler, share what they compiled.
in_root() {
  local name=$1 suite=${1%%-*}
  shift
  mkdir -p "$roots/ccache-$suite" "$roots/$name/root/.cache/ccache" "$roots/debs-$name"
  # Of ranks that were killed: named by process ids, which begin anew here. Not of commands that run there now.
  pgrep -f "^unshare .* bash $roots $name " >/dev/null || rm -rf "$roots/$name"/tmp/{prte,ompi}.*
  unshare --mount --propagation private --pid --fork -- bash -euc '
    roots=$1 name=$2 suite=$3 root=$1/$2
    shift 3
    mount -t proc proc "$root/proc"
    mount -t sysfs sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount --bind "$roots/ccache-$suite" "$root/root/.cache/ccache"
    mount --bind "$roots/debs-$name" "$root/var/cache/apt/archives"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      CCACHE_BASEDIR=/talus chroot "$root" "$@"' bash "$roots" "$name" "$suite" "$@"
}

# source_in NAME copies the tracked and the new files to /talus there; what was built stays. What differs from the last
# copy counts as changed now: its own time may be before the end of the last build.
source_in() {
  local old=$roots/$1/talus new=$roots/$1/talus.new
  rm -rf --one-file-system "$new"
  mkdir -p "$old/build" "$new"
  git -C "$source_tree" ls-files -z --cached --others --exclude-standard |
    tar -C "$source_tree" --null --ignore-failed-read -T - -cf - | tar -C "$new" -xmf -
  (cd "$new" && find . -type f -exec bash -c 'for file; do
    ! cmp -s "$file" "$0/$file" || touch -r "$0/$file" "$file"
  done' "$old" {} +)
  mv "$old/build" "$new/build"
  rm -rf --one-file-system "$old"
  mv "$new" "$old"
}
