#!/usr/bin/env bash
# publish.sh TAG FOLDER IMAGE: publishes the files of FOLDER and the OCI archive IMAGE as the release of TAG: image and chart to GitHub's
# registry, the package to npm, all files as a release on GitHub. What is published already stays, so that a run that failed can be
# repeated. Runs in .github/workflows/release.yml, which sets GITHUB_REPOSITORY, GITHUB_ACTOR and GH_TOKEN; installs nothing.
set -euo pipefail
tag=${1:?Name the tag.} folder=${2:?Name the folder.} image=${3:?Name the archive of the image.}
version=${tag#v}
# Registries know lower case only.
repository=${GITHUB_REPOSITORY,,}
registry=ghcr.io

echo "== image"
skopeo login "$registry" --username "$GITHUB_ACTOR" --password-stdin <<<"$GH_TOKEN"
for name in "$version" "${version%.*}" "${version%%.*}" latest; do
  skopeo copy --all --preserve-digests "oci-archive:$image" "docker://$registry/$repository:$name"
done

echo "== chart"
helm registry login "$registry" --username "$GITHUB_ACTOR" --password-stdin <<<"$GH_TOKEN"
helm push "$folder/colophon-chart-$version.tgz" "oci://$registry/$repository/chart"

echo "== package"
if [ "$(npm view "colophon@$version" version 2>/dev/null)" = "$version" ]; then
  echo "npm has $version already"
else
  npm publish "$folder/colophon-$version.tgz" --access public --provenance
fi

echo "== release"
gh release view "$tag" >/dev/null 2>&1 ||
  gh release create "$tag" --verify-tag --draft --title "Colophon $version" --notes-file "$folder/colophon-$version-notes.md"
gh release upload "$tag" "$folder"/* --clobber
gh release edit "$tag" --draft=false --latest
