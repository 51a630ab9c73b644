#!/usr/bin/env bash
# build-image.sh FILE: tries the image of this machine's processor, then writes those of amd64 and arm64 to the OCI archive FILE, with
# their bills of materials and provenance. Needs Docker with buildx, and no emulation: the image runs nothing while it is built.
set -euo pipefail
file=$(realpath -- "${1:?Name the file to write.}")
cd "$(dirname "$(readlink -f "$0")")/../.."
version=$(node -p 'require("./package.json").version')
options=(
  --build-arg "COLOPHON_VERSION=$version"
  --build-arg "COLOPHON_COMMIT=$(git rev-parse --short HEAD)"
  --build-arg "COLOPHON_CREATED=$(git log -1 --format=%cI)"
)
# Only such a builder writes archives and attestations.
docker buildx create --use --name colophon-release --driver docker-container >/dev/null
trap 'docker buildx rm colophon-release >/dev/null' EXIT

docker buildx build "${options[@]}" --load --tag colophon:trial .
container=$(docker run --detach --read-only --tmpfs /tmp colophon:trial serve --memory)
trap 'docker rm --force "$container" >/dev/null; docker buildx rm colophon-release >/dev/null' EXIT
for _ in $(seq 60); do
  state=$(docker inspect --format '{{.State.Health.Status}}' "$container")
  [ "$state" != healthy ] || break
  sleep 1
done
[ "$state" = healthy ] || { docker logs "$container"; echo "The image is $state after a minute."; exit 1; }

docker buildx build "${options[@]}" --platform linux/amd64,linux/arm64 --sbom=true --provenance=mode=max \
  --output "type=oci,dest=$file" .
