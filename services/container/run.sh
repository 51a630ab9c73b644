#!/usr/bin/env bash
# run.sh UID VOLUME STATUS [NAME=VALUE...] -- COMMAND...: runs a command in the unpacked image without root, as a strict container
# engine does: the files read-only, /tmp in memory, the folder VOLUME at /data, no capabilities, process 1 of its
# namespace. Shares the network. Writes the process's id to the file STATUS, as JSON. A missing VOLUME is created from
# the image's /data, as engines do, and given to UID if that is not the image's user.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. ./builder.sh
user=$1 volume=$2 status=$3
shift 3
settings=()
while [ "$1" != -- ]; do
  settings+=(--setenv "${1%%=*}" "${1#*=}")
  shift
done
shift
rm -f "$status"
exec runuser -u "$BUILDER" -- env -C "$WORK" HOME="/home/$BUILDER" XDG_RUNTIME_DIR="$WORK" buildah unshare bash -euc '
  user=$1 volume=$2 status=$3
  shift 3
  [ -e "$volume" ] || { cp -a image/data "$volume"; [ "$user" = 65532 ] || chown "$user:$user" "$volume"; }
  exec 5>"$status"
  exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs bwrap --unshare-all --share-net --die-with-parent \
    --as-pid-1 --cap-drop ALL --ro-bind image / --bind "$volume" /data --tmpfs /tmp --proc /proc --dev /dev --json-status-fd 5 "$@"
' bash "$user" "$volume" "$status" --clearenv "${settings[@]}" --chdir /colophon -- "$@"
