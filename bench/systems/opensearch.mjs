#!/usr/bin/env node
// Reference measurement: the common workload on a bare OpenSearch node.
// usage: node opensearch.mjs http://127.0.0.1:9200 N [--skip-load] [--cache] [--seconds 3] [--clients 8]   prints one JSON document
// One shard, no replica, force-merged to one segment: the best case for OpenSearch, without a catalog server in front of it.
// Constants vary between requests; the request cache is off unless --cache is given.
import http from 'node:http';
import { QUERIES, asOpenSearchDocument, entity, vary } from '../workload.mjs';

const [url, count] = process.argv.slice(2);
const N = Number(count ?? 1_000_000);
const option = (name, fallback) => {
  const i = process.argv.indexOf(name);
  return i < 0 ? fallback : Number(process.argv[i + 1]);
};
const seconds = option('--seconds', 3),
  clients = option('--clients', 8);
const { hostname, port } = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

function call(method, path, body, type = 'application/json') {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {},
      },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (d) => (text += d))
          .on('end', () =>
            response.statusCode < 300 || response.statusCode === 404
              ? resolve(text)
              : reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`)),
          );
      },
    );
    request.on('error', reject).end(body);
  });
}

const result = {
  system: 'opensearch',
  version: JSON.parse(await call('GET', '/')).version.number,
  entities: N,
  queries: {},
};
if (!process.argv.includes('--skip-load')) {
  await call('DELETE', '/workload');
  const keyword = { type: 'keyword' };
  await call(
    'PUT',
    '/workload',
    JSON.stringify({
      settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '30s' },
      mappings: {
        properties: {
          urn: keyword,
          name: { type: 'text' },
          description: { type: 'text' },
          platform: keyword,
          removed: { type: 'boolean' },
          structuredProperties: {
            properties: {
              bench_team: keyword,
              bench_costCenter: keyword,
              bench_retention: { type: 'double' },
              bench_zones: keyword,
            },
          },
        },
      },
    }),
  );
  const started = performance.now();
  for (let from = 0, batch = []; from < N; from += 5000) {
    let body = '';
    for (let i = from; i < Math.min(N, from + 5000); i++)
      body += `{"index":{"_id":"${i}"}}\n${JSON.stringify(asOpenSearchDocument(entity(i)))}\n`;
    batch.push(call('POST', '/workload/_bulk', body, 'application/x-ndjson'));
    if (batch.length === 4 || from + 5000 >= N) {
      await Promise.all(batch);
      batch = [];
    }
  }
  await call('POST', '/workload/_refresh');
  result.ingestEntitiesPerSecond = Math.round(N / ((performance.now() - started) / 1000));
  await call('POST', '/workload/_forcemerge?max_num_segments=1');
}
const cache = process.argv.includes('--cache');
for (const [name, { opensearch }] of Object.entries(QUERIES)) {
  let n = 0;
  const once = (variant = n++) =>
    call('POST', `/workload/_search?request_cache=${cache}`, JSON.stringify(vary(opensearch, variant)));
  for (let i = 0; i < 20; i++) await once();
  const times = [];
  for (let i = 0; i < 50; i++) {
    const t = performance.now();
    await once();
    times.push(performance.now() - t);
  }
  times.sort((a, b) => a - b);
  let done = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await once();
        done++;
      }
    }),
  );
  const answer = JSON.parse(await once(0));
  const facets = Object.values(answer.aggregations ?? {}).map((a) =>
    a.buckets.map((b) => [String(b.key), b.doc_count]),
  );
  result.queries[name] = {
    p50Ms: +times[25].toFixed(2),
    p95Ms: +times[47].toFixed(2),
    perSecond: Math.round(done / seconds),
    total: answer.hits.total.value,
    ...(facets.length ? { facets } : {}),
  };
}
console.log(JSON.stringify(result, null, 2));
agent.destroy();
