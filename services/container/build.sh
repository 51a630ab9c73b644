#!/usr/bin/env bash
# build.sh COMMIT: builds the image `colophon` from the Dockerfile as an unprivileged user, and unpacks its files to
# $WORK/image. Prints its configuration, as JSON.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. ./builder.sh
# Removes what an earlier run left, some of it owned by the user's subordinate ids.
rm -rf "$WORK/context" "$WORK/image"
as_builder mkdir "$WORK/context"
(cd ../.. && git ls-files -z | tar -c --null --ignore-failed-read --files-from=- 2>/dev/null) | as_builder tar -x -C "$WORK/context"
as_builder buildah bud --quiet --isolation chroot --pull-never --format docker --tag colophon \
  --build-arg COLOPHON_VERSION=1.2.3 --build-arg COLOPHON_COMMIT="$1" "$WORK/context" >&2
as_builder buildah unshare sh -euc '
  container=$(buildah from --pull-never localhost/colophon)
  cp -a "$(buildah mount "$container")" image
  buildah rm "$container" >&2
'
as_builder buildah inspect --type image colophon
