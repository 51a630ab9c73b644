import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_FILE, readDemo } from '../../../src/config/read-demo.ts';
import { demoCommits } from '../../../src/operations/demo/demo-records.ts';
import { DEMO_DAY } from '../../../src/operations/demo/move-dates.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const PATH = '/api/colophon/v1/demo';
const ORDERS = encodeURIComponent(
  'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)',
);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('the demo', () => {
  it('is loaded once by requests at the same time, and then refused', async () => {
    const answers = await Promise.all([server.request('POST', PATH), server.request('POST', PATH)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].json).toEqual(answers[1].json);
    const again = await server.request('POST', PATH);
    expect(again.status).toBe(409);
    expect(again.text).toContain('already has datasets');
  });

  it('changes nothing when it is loaded again', async () => {
    const load = 'mutation { loadDemo(force: true) { entities byType { entityType count } } }';
    const first: unknown = await server.graphql(load);
    expect(jsonAt(first, 'data', 'loadDemo', 'entities')).toBeGreaterThan(850);
    const rows = async (): Promise<string> => {
      const { text } = await server.request(
        'GET',
        '/openapi/v3/entity/dataset?count=500&systemMetadata=true',
      );
      // An unchanged value still records when it was last seen, and by which request.
      return text.replaceAll(/"(?:lastObserved|telemetryTraceId)":"?\w+"?/g, '');
    };
    const before = await rows();
    await server.graphql(load);
    expect((await rows()) === before).toBe(true);
  });

  it('has a month of history by several people, and points of today', async () => {
    const aspects = 'aspects=structuredProperties&aspects=datasetUsageStatistics&systemMetadata=true';
    const { json } = await server.request('GET', `/openapi/v3/entity/dataset/${ORDERS}?${aspects}`);
    const metadata = jsonAt(json, 'structuredProperties', 'systemMetadata');
    expect(jsonAt(metadata, 'version')).toBe('5');
    expect(jsonAt(metadata, 'aspectModified', 'actor')).toBe('urn:li:corpuser:hanna.lind');
    const commits = demoCommits(await readDemo());
    const times = commits.map(({ stamp: { time } }) => time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBe(DEMO_DAY);
    expect(DEMO_DAY - (times[0] ?? 0)).toBe(30 * 86_400_000);
    expect(new Set(commits.map(({ stamp: { actor } }) => actor)).size).toBeGreaterThan(8);
  });

  it('has lineage between columns, checks with failures, incidents, usage, queries, forms and rights', async () => {
    const query = `{
      dataset(urn: "${decodeURIComponent(ORDERS)}") {
        fineGrainedLineages { upstreams { path } downstreams { path } }
        assertions { total }
        incidents { total }
        forms { incompleteForms { form { urn } } completedForms { form { urn } } }
        usageStats(range: MONTH) { buckets { metrics { totalSqlQueries } } }
      }
      listQueries(input: { datasetUrn: "${decodeURIComponent(ORDERS)}" }) { total }
      listPolicies(input: { query: "Steward of the catalogue" }) { total }
    }`;
    const { data, errors } = (await server.graphql(query)) as { data: unknown; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(jsonItems(data, 'dataset', 'fineGrainedLineages').length).toBeGreaterThan(3);
    expect(jsonAt(data, 'dataset', 'assertions', 'total')).toBe(3);
    expect(jsonAt(data, 'dataset', 'incidents', 'total')).toBe(1);
    expect(jsonItems(data, 'dataset', 'usageStats', 'buckets').length).toBeGreaterThan(27);
    expect(jsonAt(data, 'listQueries', 'total')).toBe(3);
    expect(jsonAt(data, 'listPolicies', 'total')).toBe(1);
  });

  it('is refused without the privilege', async () => {
    const body = { name: 'reader', actorUrn: 'urn:li:corpuser:tomas.novak', durationMs: null };
    const made = await server.request('POST', '/api/colophon/v1/tokens', body);
    const authorization = `Bearer ${String(jsonAt(made.json, 'token'))}`;
    const refused = await server.request('POST', PATH, {}, { authorization });
    expect(refused.status).toBe(403);
  });

  it('is a file that an import reads', async () => {
    const other = await startServer();
    try {
      using computer = new Computer(other);
      const outcome = await computer.json(['import', DEMO_FILE]);
      const records = readFileSync(DEMO_FILE, 'utf8').trim().split('\n').length;
      expect(outcome).toEqual({ written: records, refused: 0 });
    } finally {
      await other.stop();
    }
  });
});
