# Sourced by .ci/run and .ci/full: runs steps, installs requirements of the suites, prints the summary.
# Bash. The caller sets REPORTS to a folder; each step leaves NAME.exit (its exit code), NAME.seconds and NAME.log there,
# a Vitest suite also NAME.json (its report). NAME.setup marks a setup step, which counts only if it fails.

export CI=1 DEBIAN_FRONTEND=noninteractive NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
BEGAN=$SECONDS

# step NAME SECONDS COMMAND...: runs the command with this timeout. Its output is printed at its end, so that
# steps may run in parallel.
step() {
  local name=$1 limit=$2 code=0 from=$SECONDS
  shift 2
  printf '\n=== %s begins: %s\n' "$name" "$*"
  timeout --kill-after=10 "$limit" "$@" >"$REPORTS/$name.log" 2>&1 || code=$?
  [ "$code" != 124 ] && [ "$code" != 137 ] || echo "given up after $limit s" >>"$REPORTS/$name.log"
  echo "$code" >"$REPORTS/$name.exit"
  echo "$((SECONDS - from))" >"$REPORTS/$name.seconds"
  {
    flock 9
    printf '\n=== %s\n' "$name"
    cat "$REPORTS/$name.log"
    printf -- '--- %s: exit code %s, %s s (%s s since the start)\n' "$name" "$code" "$((SECONDS - from))" "$((SECONDS - BEGAN))"
  } 9>"$REPORTS/.output"
  return 0
}

# setup NAME SECONDS COMMAND...: a setup step, which counts only if it fails.
setup() {
  touch "$REPORTS/$1.setup"
  step "$@"
}

# suite NAME SECONDS PROJECT [ARGUMENTS...]: a project of vitest.config.ts.
suite() {
  local name=$1 limit=$2 project=$3
  shift 3
  touch "$REPORTS/$name.suite"
  step "$name" "$limit" npm run --silent test:suite -- "$project" "$@" --reporter=default --reporter=json "--outputFile.json=$REPORTS/$name.json"
}

# Tests of behaviour that depends on store, index and threads: the gate runs these files on every pair and with reader
# threads, and the whole API suite once, on SQLite with one thread. .ci/full also runs a sixth of the suite, another one each time, with
# threads, and on PostgreSQL with OpenSearch.
BY_ENGINE=(
  test/api/{relationships,restart}.test.ts
  test/api/bulk-edits/lineage-edits.test.ts
  test/api/graphql/graphql-{finding,search}.test.ts
  test/api/openapi/openapi-scroll.test.ts
  test/api/properties/{effective-search,property-life,removal-races,rules,rules.property,value-removal,word-search}.test.ts
  test/api/restli/restli-runs.test.ts
  test/authorization/hidden-{entities,searches,writes}.test.ts
  test/lineage/lineage.property.test.ts
  test/state-machine
)
# Tests of behaviour that depends on the store and on threads only: with PostgreSQL and the embedded index, and with threads.
BY_STORE=(
  test/api/{history,retention,timeline,timeseries}.test.ts
  test/api/openapi/openapi-conditions.test.ts
  test/api/policies/personal-views.test.ts
  test/api/proposals/{any-interleaving.property,proposals}.test.ts
)
# Tests that depend on the store only. They start a server per test, which takes five seconds with threads or OpenSearch.
BY_START=(test/api/{audit,system-update}.test.ts test/api/agents/{oauth,plans}.test.ts)

# Tests of OpenSearch with one of the layouts in the contract of an index: the one with several shards and few dedicated fields, which has
# both kinds of fields.
ONE_LAYOUT='^(?!search index: OpenSearch(, shared columns)? )'

# The programs that suites need besides Node; npm test needs none of them.
install_packages() {
  local missing=()
  command -v chromium >/dev/null || missing+=(chromium)
  command -v strace >/dev/null || missing+=(strace)
  command -v curl >/dev/null || missing+=(curl)
  python3 -m pip --version >/dev/null 2>&1 || missing+=(python3-pip)
  python3 -c 'import ensurepip' >/dev/null 2>&1 || missing+=(python3-venv)
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
  command -v java >/dev/null || missing+=(default-jre-headless)
  command -v mvn >/dev/null || missing+=(maven)
  command -v ip >/dev/null || missing+=(iproute2)
  command -v promtool >/dev/null || missing+=(prometheus)
  command -v nginx >/dev/null || missing+=(nginx-light)
  command -v caddy >/dev/null || missing+=(caddy)
  command -v openssl >/dev/null || missing+=(openssl)
  command -v systemd-analyze >/dev/null || missing+=(systemd)
  [ ${#missing[@]} -gt 0 ] || return 0
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"
}
export -f install_packages
