import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Write = (urn: string, value: object) => Promise<Answer>;

const WRITES: Readonly<Record<string, Write>> = {
  'OpenAPI v3': (urn, value) => server.request('POST', aspectPath(urn, 'cost', 'v3'), { value }),
  'OpenAPI v2': (urn, value) =>
    server.request('POST', '/openapi/v2/entity/mlModel', [{ urn, aspects: { cost: { value } } }]),
  'the older OpenAPI': (urn, value) =>
    server.request('POST', '/openapi/entities/v1/', [
      { entityType: 'mlModel', entityUrn: urn, aspect: { __type: 'Cost', ...value } },
    ]),
  ingestProposal: (entityUrn, value) =>
    server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'mlModel',
        entityUrn,
        changeType: 'UPSERT',
        aspectName: 'cost',
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
    }),
  'a snapshot': (urn, value) =>
    server.request('POST', '/entities?action=ingest', {
      entity: {
        value: {
          'com.linkedin.metadata.snapshot.MLModelSnapshot': {
            urn,
            aspects: [{ 'com.linkedin.common.Cost': value }],
          },
        },
      },
    }),
  'a patch': (urn, value) =>
    server.request('PATCH', aspectPath(urn, 'cost', 'v3'), {
      patch: Object.entries(value).map(([name, member]) => ({
        op: 'add',
        path: `/${name}`,
        value: member as unknown,
      })),
    }),
};

const FORMS: Readonly<Record<string, object>> = {
  wire: { costCode: 'x' },
  Avro: { costId: null, costCode: 'x', fieldDiscriminator: 'costCode' },
};

describe.each(Object.keys(WRITES))('the cost of a model written by %s', (way) => {
  it.each(Object.keys(FORMS))('in %s form is read in wire form', async (form) => {
    const urn = `urn:li:mlModel:(urn:li:dataPlatform:science,${way} ${form},PROD)`;
    const written = await WRITES[way]?.(urn, { costType: 'ORG_COST_TYPE', cost: FORMS[form] });
    expect([written?.status, written?.text]).toEqual([
      expect.toSatisfy((status) => status < 300),
      written?.text,
    ]);

    const stored = { costType: 'ORG_COST_TYPE', cost: { costCode: 'x' } };
    const read = await server.request('GET', aspectPath(urn, 'cost', 'v3'));
    expect(read.json.value).toEqual(stored);
    const path = `/aspects/${encodeURIComponent(urn)}?aspect=cost&version=0`;
    expect((await server.request('GET', path)).json.aspect).toEqual({ 'com.linkedin.common.Cost': stored });
    const query = `query model($urn: String!) {
      mlModel(urn: $urn) { cost { costType costValue { costId costCode } } }
    }`;
    expect((await server.graphql(query, { urn })).data.mlModel.cost).toEqual({
      costType: 'ORG_COST_TYPE',
      costValue: { costId: null, costCode: 'x' },
    });
  });
});

it('one patch replaces the member of the union', async () => {
  const urn = 'urn:li:mlModel:(urn:li:dataPlatform:science,patched,PROD)';
  await WRITES['OpenAPI v3']?.(urn, { costType: 'ORG_COST_TYPE', cost: { costCode: 'x' } });
  const patch = [
    { op: 'remove', path: '/cost/costCode' },
    { op: 'add', path: '/cost/costId', value: 2 },
  ];
  expect((await server.request('PATCH', aspectPath(urn, 'cost', 'v3'), { patch })).status).toBe(200);
  const { json } = await server.request('GET', aspectPath(urn, 'cost', 'v3'));
  expect(json.value.cost).toEqual({ costId: 2 });
});

it('a cost of two members, or of none, is refused', async () => {
  const urn = 'urn:li:mlModel:(urn:li:dataPlatform:science,wrong,PROD)';
  for (const cost of [{ costCode: 'x', costId: 1 }, {}, { fieldDiscriminator: 'costId' }]) {
    const answer = await WRITES['OpenAPI v3']?.(urn, { costType: 'ORG_COST_TYPE', cost });
    expect([answer?.status, answer?.text]).toEqual([400, expect.stringContaining('/cost')]);
  }
});
