import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

const UNFIT = 'urn:li:dataset:(x)';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

/** Sequence of the last commit; unchanged if nothing is written. */
async function lastSequence(): Promise<string> {
  const { text } = await server.request('GET', '/metrics');
  return /^colophon_sequence\{of="store"\} (\d+)$/m.exec(text)?.[1] ?? text;
}

const status = { removed: false };
const proposal = (changeType: string, aspect: unknown): unknown => ({
  proposal: {
    entityType: 'dataset',
    entityUrn: UNFIT,
    aspectName: 'status',
    changeType,
    aspect: { contentType: 'application/json', value: JSON.stringify(aspect) },
  },
});

describe('a urn whose parts are not those of its type', () => {
  const writes: readonly [string, () => Promise<Answer>][] = [
    [
      'v3',
      () => server.request('POST', '/openapi/v3/entity/dataset', [{ urn: UNFIT, status: { value: status } }]),
    ],
    ['v2', () => clientOf(server).post(UNFIT, 'status', status)],
    [
      'v3, a patch',
      () =>
        server.request('PATCH', '/openapi/v3/entity/dataset', [
          { urn: UNFIT, status: { value: { patch: [{ op: 'add', path: '/removed', value: true }] } } },
        ]),
    ],
    ['v3, a point', () => clientOf(server).post(UNFIT, 'datasetProfile', { timestampMillis: 1 })],
    ['Rest.li', () => server.request('POST', '/aspects?action=ingestProposal', proposal('UPSERT', status))],
    [
      'Rest.li, a snapshot',
      () =>
        server.request('POST', '/entities?action=ingest', {
          entity: {
            value: {
              'com.linkedin.metadata.snapshot.DatasetSnapshot': {
                urn: UNFIT,
                aspects: [{ 'com.linkedin.common.Status': status }],
              },
            },
          },
        }),
    ],
  ];

  it.each(writes)('is refused before anything is written: %s', async (_interface, write) => {
    const before = await lastSequence();
    const answer = await write();
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json.message).toContain('urns parts and key fields do not have same length');
    expect(await lastSequence()).toBe(before);
  });

  it('does not affect later writes', async () => {
    await clientOf(server).dataset('good');
    expect(await clientOf(server).find('urn', 'EQUAL', [datasetUrn('good')])).toEqual([datasetUrn('good')]);
  });
});
