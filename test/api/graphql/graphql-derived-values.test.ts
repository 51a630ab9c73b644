import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

// Values that DataHub's server derives from the urn, or from another value, if they are not stored.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function write(urn: string, aspect: string, value: object): Promise<void> {
  const { status, text } = await server.request(
    'POST',
    `${aspectPath(urn, aspect, 'v3')}?createIfNotExists=false`,
    { value },
  );
  expect([status, text]).toEqual([200, text]);
}

async function read(urn: string, fields: string): Promise<unknown> {
  const answer = await server.graphql(`query read($urn: String!) { entity(urn: $urn) { ${fields} } }`, {
    urn,
  });
  expect(answer.errors).toBeUndefined();
  return answer.data.entity;
}

describe('names', () => {
  const term = 'urn:li:glossaryTerm:Classification.Confidential';
  const named = (type: string, name: string) => [type, `urn:li:${type}:${name}`, name] as const;

  it('of a glossary term are the last part of its path', async () => {
    const fields =
      '... on GlossaryTerm { name hierarchicalName properties { name } glossaryTermInfo { name } }';
    const info = { definition: 'd', termSource: 'INTERNAL' };
    await write(term, 'glossaryTermInfo', info);
    const [name, hierarchicalName] = ['Confidential', 'Classification.Confidential'];
    const derived = { name, hierarchicalName, properties: { name }, glossaryTermInfo: { name } };
    expect(await read(term, fields)).toEqual(derived);

    await write(term, 'glossaryTermInfo', { ...info, name: 'Secret' });
    const stored = { name: 'Secret' };
    expect(await read(term, fields)).toEqual({ ...derived, properties: stored, glossaryTermInfo: stored });
  });

  it('of a glossary term with dots at its ends are not empty', async () => {
    for (const [key, name] of [
      ['a.', 'a'],
      ['..', '..'],
      ['.b', 'b'],
    ]) {
      await write(`urn:li:glossaryTerm:${key}`, 'status', { removed: false });
      expect(await read(`urn:li:glossaryTerm:${key}`, '... on GlossaryTerm { name }')).toEqual({ name });
    }
  });

  it.each([
    [...named('tag', 'a.b'), 'tagProperties', { name: '' }, 'Tag'],
    [...named('glossaryNode', 'a.b'), 'glossaryNodeInfo', { definition: 'd' }, 'GlossaryNode'],
    [...named('dataProduct', 'p.q'), 'dataProductProperties', { description: 'd' }, 'DataProduct'],
    [...named('application', 'p.q'), 'applicationProperties', { description: 'd' }, 'Application'],
    ['dataset', datasetUrn('x.y'), 'x.y', 'datasetProperties', {}, 'Dataset'],
    ['mlModel', 'urn:li:mlModel:(urn:li:dataPlatform:s,m.n,PROD)', 'm.n', 'mlModelProperties', {}, 'MLModel'],
    [
      'mlModelGroup',
      'urn:li:mlModelGroup:(urn:li:dataPlatform:s,m.n,PROD)',
      'm.n',
      'mlModelGroupProperties',
      {},
      'MLModelGroup',
    ],
  ] as [string, string, string, string, object, string][])(
    'of a %s without one are those in the urn',
    async (_type, urn, name, aspect, value, graphqlType) => {
      await write(urn, aspect, value);
      const fields = `... on ${graphqlType} { properties { name } }`;
      expect(await read(urn, fields)).toEqual({ properties: { name } });
    },
  );

  it('of a dataset and of a node without properties', async () => {
    const [dataset, node] = [datasetUrn('named.z'), 'urn:li:glossaryNode:bare'];
    await write(dataset, 'status', { removed: false });
    await write(node, 'status', { removed: false });
    expect(await read(dataset, '... on Dataset { name }')).toEqual({ name: 'named.z' });
    expect(await read(node, '... on GlossaryNode { properties { name } }')).toEqual({
      properties: { name: 'bare' },
    });
    await write(dataset, 'datasetProperties', { name: 'Z' });
    expect(await read(dataset, '... on Dataset { name }')).toEqual({ name: 'Z' });
  });
});

describe('the type of an owner', () => {
  const ownershipType = loadRegistry(readRegistry())
    .aspects.get('ownership')
    ?.record.fields.get('owners')?.type;
  const owner =
    ownershipType?.kind === 'array' && ownershipType.items.kind === 'record' && ownershipType.items;
  const type = owner ? owner.record.fields.get('type')?.type : undefined;
  const names = type?.kind === 'enum' ? [...type.symbols] : [];

  it.each([
    ['Dataset', datasetUrn('owned')],
    ['Dashboard', 'urn:li:dashboard:(looker,owned)'],
    ['Tag', 'urn:li:tag:owned'],
  ])('is derived from its older name for a %s', async (graphqlType, urn) => {
    expect(names).toContain('DATAOWNER');
    const own = 'urn:li:ownershipType:mine';
    const owners = [
      ...names.map((name) => ({ owner: `urn:li:corpuser:${name}`, type: name })),
      { owner: 'urn:li:corpuser:j', type: 'CUSTOM', typeUrn: own },
    ];
    await write(urn, 'ownership', { owners, lastModified: { time: 0, actor: 'urn:li:corpuser:j' } });
    expect(
      await read(urn, `... on ${graphqlType} { ownership { owners { type ownershipType { urn } } } }`),
    ).toEqual({
      ownership: {
        owners: [
          ...names.map((name) => ({
            type: name,
            ownershipType: { urn: `urn:li:ownershipType:__system__${name.toLowerCase()}` },
          })),
          { type: 'CUSTOM', ownershipType: { urn: own } },
        ],
      },
    });
  });
});

describe('the platform', () => {
  const job = 'urn:li:dataJob:(urn:li:dataFlow:(Airflow,nobody.wrote,prod),task)';

  it('of a missing flow is its orchestrator', async () => {
    await write(job, 'status', { removed: false });
    const platform = { urn: 'urn:li:dataPlatform:airflow' };
    expect(await read(job, '... on DataJob { dataFlow { platform { urn } } }')).toEqual({
      dataFlow: { platform },
    });
  });

  it.each([
    ['Chart', 'urn:li:chart:(looker,nobody.wrote)', 'inputs'],
    ['Dashboard', 'urn:li:dashboard:(looker,nobody.wrote)', 'dashboards'],
  ])('of a missing %s is its tool', async (graphqlType, urn) => {
    const holder = 'urn:li:dashboard:(looker,holder)';
    const lists = { charts: [], dashboards: [] };
    const edge = [{ destinationUrn: urn }];
    await write(holder, 'dashboardInfo', {
      title: 't',
      description: 'd',
      customProperties: {},
      ...lists,
      ...(graphqlType === 'Chart' ? { chartEdges: edge } : { dashboards: edge }),
      lastModified: {
        created: { time: 0, actor: 'urn:li:corpuser:j' },
        lastModified: { time: 0, actor: 'urn:li:corpuser:j' },
      },
    });
    const found = await read(
      holder,
      `relationships(input: { types: ["Contains", "DashboardContainsDashboard"], direction: OUTGOING, start: 0, count: 10 }) {
        relationships { entity { urn ... on ${graphqlType} { platform { urn } } } }
      }`,
    );
    expect(found).toEqual({
      relationships: {
        relationships: [{ entity: { urn, platform: { urn: 'urn:li:dataPlatform:looker' } } }],
      },
    });
  });
});
