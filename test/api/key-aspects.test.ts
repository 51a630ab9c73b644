import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Keys of one part and of several, with a urn among them. */
const KEYS: readonly (readonly [
  entityType: string,
  urn: string,
  aspectName: string,
  sent: object,
  own: object,
])[] = [
  [
    'dashboard',
    'urn:li:dashboard:(powerbi,dashboards.x)',
    'dashboardKey',
    // Sent by DataHub's Power BI source.
    { dashboardTool: 'powerbi', dashboardId: 'powerbi.linkedin.com/dashboards/x' },
    { dashboardTool: 'powerbi', dashboardId: 'dashboards.x' },
  ],
  ['tag', 'urn:li:tag:a', 'tagKey', { name: 'b' }, { name: 'a' }],
  [
    'dataset',
    'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)',
    'datasetKey',
    { platform: 'urn:li:dataPlatform:hive', name: 'A', origin: 'DEV' },
    { platform: 'urn:li:dataPlatform:hive', name: 'a', origin: 'PROD' },
  ],
];

type Write = (
  urn: string,
  aspect: string,
  value: object,
  headers?: Record<string, string>,
) => Promise<Answer>;

const WRITES: Readonly<Record<string, Write>> = {
  'OpenAPI v2': (urn, aspect, value, headers) =>
    server.request('POST', aspectPath(urn, aspect), value, headers),
  'OpenAPI v3': (urn, aspect, value, headers) =>
    server.request('POST', `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`, { value }, headers),
  'OpenAPI v3, whole entity': (urn, aspect, value, headers) =>
    server.request(
      'POST',
      `/openapi/v3/entity/${urn.split(':')[2] ?? ''}?async=false`,
      [{ urn, [aspect]: { value } }],
      headers,
    ),
  'Rest.li': (entityUrn, aspectName, value, headers) => {
    const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
    const target = { entityUrn, entityType: entityUrn.split(':')[2], aspectName, changeType: 'UPSERT' };
    return server.request(
      'POST',
      '/aspects?action=ingestProposal',
      { proposal: { ...target, aspect } },
      headers,
    );
  },
};

describe.each(KEYS)('the key of a %s', (_entityType, urn, aspectName, sent, own) => {
  it.each(Object.entries(WRITES))(
    'is derived from its urn, regardless of what %s sends',
    async (_protocol, write) => {
      const answer = await write(urn, aspectName, sent);
      expect(answer.status, answer.text).toBe(200);
      expect(JSON.parse(answer.headers.get('X-Colophon-Warnings') ?? '[]')).toEqual([
        `${aspectName} of ${urn} was ignored: a key is derived from its urn. Leave it out.`,
      ]);
      const read = await server.request('GET', aspectPath(urn, aspectName, 'v3'));
      expect(read.json.value).toEqual(own);
      const matching = await write(urn, aspectName, own);
      expect([matching.status, matching.headers.has('X-Colophon-Warnings')]).toEqual([200, false]);
      const strict = await write(urn, aspectName, sent, { 'X-Colophon-Strict': 'true' });
      expect([strict.status, strict.text]).toEqual([400, expect.stringContaining('is derived from its urn')]);
    },
  );
});
