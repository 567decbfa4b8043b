#!/usr/bin/env bash
# Gets the systems the report measures. Run by `make engines`; quick when all is there.
# On Debian as root by package name; elsewhere it pulls images, or says what to install.
#
#   tools/engines.sh packages
#   tools/engines.sh images
set -euo pipefail

packages=(
  postgresql mariadb-server-core mariadb-client-core sysbench
  librocksdb-dev strace
  default-jdk-headless maven
  brotli lz4 xz-utils zstd
  podman runc mmdebstrap default-libmysqlclient-dev pkg-config gcc python3-dev python3-venv
  chromium fonts-noto-cjk
)

# image name, package that must be in it, all packages of it, image of a registry that does as well
images=(
  "dbreport/postgresql:18|postgresql-18|docker.io/library/postgres:18"
  "dbreport/mysql:9.7|mysql-server-core|docker.io/library/mysql:9.7"
  "dbreport/ferretdb:2|postgresql-18-documentdb|ghcr.io/ferretdb/postgres-documentdb:17"
  "dbreport/mariadb:11.8|mariadb-server-core,mariadb-client-core|docker.io/library/mariadb:11.8"
)

say() { printf 'engines: %s\n' "$*"; }

is_debian() { [[ -r /etc/debian_version ]] && command -v apt-get dpkg-query >/dev/null; }

installed() { dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

install_packages() {
  local missing=() package
  for package in "${packages[@]}"; do
    installed "$package" || missing+=("$package")
  done
  installed 'firebird*-server' || missing+=(firebird-server)
  [[ ${#missing[@]} -eq 0 ]] && return
  say "installing ${missing[*]}"
  # a package's own server would hold memory, and the port people expect theirs on: nothing is started,
  # no cluster is made
  local policy=/usr/sbin/policy-rc.d ours=
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    ours=yes
  fi
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/dbreport.conf
  local status=0
  apt-get -o Acquire::Check-Valid-Until=false update -qq || say "some package lists could not be refreshed"
  # Firebird's package has its version in its name: the newest there is
  missing=("${missing[@]/#firebird-server/$(apt-cache search --names-only '^firebird[0-9.]+-server$' | cut -d' ' -f1 | sort -V | tail -n 1)}")
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" || status=$?
  rm -f /etc/postgresql-common/createcluster.d/dbreport.conf
  [[ -n $ours ]] && rm -f "$policy"
  return "$status"
}

# The mirror this machine's own packages come from: the first that carries plain Debian, in either form of list.
mirror() {
  local files=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)
  cat "${files[@]}" 2>/dev/null |
    sed -nE 's/^[[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]+)[[:space:]].*/\2/p;
             s/^[Uu][Rr][Ii][Ss]:[[:space:]]*([^[:space:]]+).*/\1/p' |
    grep -E '/debian/?$' | head -n 1 || true
}

engine_tool() {
  local tool
  for tool in podman docker; do
    if command -v "$tool" >/dev/null && "$tool" info >/dev/null 2>&1; then
      echo "$tool"
      return
    fi
  done
}

build() { # image name, packages
  local work address
  address=$(mirror)
  [[ -n $address ]] || { say "no Debian mirror in this machine's package sources"; return 1; }
  work=$(mktemp -d)
  printf 'deb %s unstable main\n' "$address" >"$work/sources.list"
  local status=0
  # no pipe into import: half a root file system would become an image
  mmdebstrap --quiet --variant=essential --include="$2" \
    --aptopt='Acquire::Check-Valid-Until "false"' \
    --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    unstable "$work/root.tar" "$work/sources.list" >"$work/log" 2>&1 &&
    podman import --quiet "$work/root.tar" "localhost/$1" >>"$work/log" 2>&1 || status=$?
  [[ $status -eq 0 ]] || tail -n 5 "$work/log" >&2
  rm -rf "$work"
  return "$status"
}

fetch_image() { # how, tool, image name, package it must have, image of a registry
  local how=$1 tool=$2 name=$3 include=$4 registry=$5
  "$tool" image inspect "localhost/$name" >/dev/null 2>&1 && return
  "$tool" image inspect "$registry" >/dev/null 2>&1 && return
  if [[ $how == build && $tool == podman ]]; then
    say "building localhost/$name from Debian unstable"
    build "$name" "$include" && return
    say "localhost/$name could not be built; trying $registry"
  fi
  say "pulling $registry"
  "$tool" pull --quiet "$registry" >/dev/null || say "$registry is not to be had here; its system is measured only if installed natively"
}

fetch_images() {
  local tool entry name include registry how=$1
  tool=$(engine_tool)
  [[ -n $tool ]] || { say "no working podman or docker: systems without a package here stay missing"; return; }
  # all at once: each waits for a mirror most of its time
  for entry in "${images[@]}"; do
    IFS='|' read -r name include registry <<<"$entry"
    fetch_image "$how" "$tool" "$name" "$include" "$registry" &
  done
  wait
}

get_packages() {
  if is_debian && [[ $EUID -eq 0 ]]; then
    install_packages || say "some packages could not be installed (see above); 'dbreport doctor' tells what is missing"
  elif [[ -z $(engine_tool) ]]; then
    say "install podman or docker for the images, or the servers themselves (conda: environment.yml;" \
      "Debian: run this as root), then run it again"
  fi
}

get_images() {
  if is_debian && [[ $EUID -eq 0 ]]; then
    fetch_images build
  elif [[ -n $(engine_tool) ]]; then
    fetch_images pull
  fi
  say "done; 'dbreport doctor' tells what was found"
}

case ${1:-} in
packages | images) "get_$1" ;;
*) say "say what to get: packages or images" >&2; exit 2 ;;
esac
