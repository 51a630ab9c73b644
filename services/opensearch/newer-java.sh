#!/usr/bin/env bash
# newer-java.sh: prints the home of an installed Java 21 or later, which OpenSearch 3 needs; exits with 1 if there is none.
set -u
for home in ${OPENSEARCH_JAVA_HOME:-} ${JAVA_HOME:-} /usr/lib/jvm/*; do
  version=$("$home/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  if [ "${version:-0}" -ge 21 ]; then
    echo "$home"
    exit 0
  fi
done
exit 1
