#!/usr/bin/env bash
# rehearse.sh: builds what a release publishes, for this system, and tries it: the package installed from its file, the executable,
# the checksums, the bill of materials by its schema.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

release() { npm run --silent release -- "$@"; }
# Builds the server and the web interface, too.
release executable "$folder"
release package "$folder"
release sums "$folder"
release try "$folder"
(cd "$folder" && sha256sum --check --quiet SHA256SUMS && ls -l)
scripts/release/check.sh bill "$folder"/*.cdx.json
