#!/usr/bin/env bash
# Smoke test of the README's first command: start on a new folder, write, search, stop with a signal.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
folder=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap cleanup EXIT

./colophon serve --json --port 0 --data "$folder/data" >"$folder/ready" 2>"$folder/log" &
server=$!
for _ in $(seq 200); do
  [ -s "$folder/ready" ] && break
  kill -0 "$server" 2>/dev/null || { echo "the server ended:"; cat "$folder/log"; exit 1; }
  sleep 0.1
done
[ "$(wc -l <"$folder/ready")" = 1 ] || { echo "not one line within 20 s:"; cat "$folder/ready" "$folder/log"; exit 1; }

member() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$folder/ready" "$1"; }
url=$(member url)
token=$(member token)
post() {
  curl --silent --show-error --fail-with-body --max-time 20 -H "Authorization: Bearer $token" \
    -H 'Content-Type: application/json' --data "$2" "$url$1"
}

urn='urn:li:dataset:(urn:li:dataPlatform:hive,ci.smoke,PROD)'
post '/openapi/v3/entity/dataset?async=false' "[{\"urn\": \"$urn\", \"status\": {\"value\": {\"removed\": false}}}]"
echo
answer=$(post /api/graphql '{"query": "{ scrollAcrossEntities(input: {types: [DATASET], query: \"*\", count: 5}) { total searchResults { entity { urn } } } }"}')
echo "$answer"
grep -qF "$urn" <<<"$answer" || { echo "the dataset that was written is not found"; exit 1; }

status=$(curl --silent --output /dev/null --max-time 20 --write-out '%{http_code}' -H 'Content-Type: application/json' --data '{"query": "{ __typename }"}' "$url/api/graphql")
[ "$status" = 401 ] || { echo "without a token the answer is $status, not 401"; exit 1; }

kill -TERM "$server"
code=0
wait "$server" || code=$?
server=
[ "$code" = 0 ] || { echo "SIGTERM ended the server with exit code $code"; cat "$folder/log"; exit 1; }
echo "started, written, found, refused without a token, stopped"
