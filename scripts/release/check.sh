#!/usr/bin/env bash
# check.sh workflows | bill FILE: checks the workflows of GitHub by their schema and with a linter of their security, or a bill of materials
# by the schema of CycloneDX. Installs the checkers in .cache/release-checkers.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
tools=.cache/release-checkers
requirements=scripts/release/requirements.txt
if ! cmp -s "$requirements" "$tools/installed"; then
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  cp "$requirements" "$tools/installed"
fi

case ${1-} in
  workflows)
    "$tools/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
    "$tools/bin/zizmor" --offline --quiet .github/workflows
    ;;
  bill)
    "$tools/bin/python" - "${2:?Name the file.}" <<'END'
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

with open(sys.argv[1]) as file:
    problem = JsonStrictValidator(SchemaVersion.V1_5).validate_str(file.read())
if problem is not None:
    sys.exit(f"{sys.argv[1]} does not have the form of CycloneDX 1.5: {problem}")
print(f"{sys.argv[1]} has the form of CycloneDX 1.5.")
END
    ;;
  *)
    echo "Say what to check: workflows, or bill FILE." >&2
    exit 2
    ;;
esac
