import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const [OURS, INNER, THEIRS] = ['urn:li:domain:ours', 'urn:li:domain:inner', 'urn:li:domain:theirs'];
const NAMED = { name: 'new', description: 'made in a domain' };

let root: TestServer;
let creator: TestServer;
beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  await writeAspect(root, OURS, 'domainProperties', { name: 'Ours' });
  await writeAspect(root, INNER, 'domainProperties', { name: 'Inner', parentDomain: OURS });
  await writeAspect(root, THEIRS, 'domainProperties', { name: 'Theirs' });
  await clientOf(root).define('valued', { entityTypes: ['dataset'] });
  creator = await addActor(root, 'creator');
  await writePolicy(root, 'create-in-ours', {
    privileges: ['CREATE_ENTITY'],
    actors: { users: [userUrn('creator')], allUsers: false, allGroups: false, resourceOwners: false },
    resources: { filter: matching('DOMAIN', [OURS]) },
  });
});
afterAll(() => root.stop());

type Aspects = Readonly<Record<string, unknown>>;
type Create = (urn: string, aspects: Aspects) => Promise<number>;

const byOpenApi =
  (isAsync: boolean): Create =>
  async (urn, aspects) => {
    const values = Object.entries(aspects).map(([name, value]) => [name, { value }]);
    const item = { urn, ...Object.fromEntries(values) };
    return (await creator.request('POST', `/openapi/v3/entity/dataset?async=${isAsync}`, [item])).status;
  };

const proposal = (urn: string, aspectName: string, value: unknown, changeType = 'CREATE_ENTITY') => ({
  entityType: 'dataset',
  entityUrn: urn,
  changeType,
  aspectName,
  aspect: {
    contentType: changeType === 'PATCH' ? 'application/json-patch+json' : 'application/json',
    value: JSON.stringify(value),
  },
});

const byRestli: Create = async (urn, aspects) => {
  const proposals = Object.entries(aspects).map(([name, value]) => proposal(urn, name, value));
  return (await creator.request('POST', '/aspects?action=ingestProposalBatch', { proposals })).status;
};

const send = async (...proposals: readonly unknown[]) =>
  (await creator.request('POST', '/aspects?action=ingestProposalBatch', { proposals })).status;

const stored = async (urn: string, aspect: string) =>
  (await root.request('GET', aspectPath(urn, aspect, 'v3'))).json?.value;

describe.each<[string, Create, number]>([
  ['OpenAPI', byOpenApi(false), 200],
  ['OpenAPI later', byOpenApi(true), 202],
  ['Rest.li', byRestli, 200],
])('who may only create in a domain, over %s', (name, create, created) => {
  const of = (suffix: string): string => datasetUrn(`domain ${name} ${suffix}`);

  it('creates there, and below it', async () => {
    for (const domain of [OURS, INNER]) {
      const aspects = { datasetProperties: NAMED, domains: { domains: [domain] } };
      expect(await create(of(domain), aspects)).toBe(created);
      expect((await stored(of(domain), 'domains')).domains).toEqual([domain]);
    }
  });

  it.each([
    ['in another domain', { domains: { domains: [THEIRS] } }],
    ['in a further domain of others', { domains: { domains: [OURS, THEIRS] } }],
    [
      'in another domain by its association only',
      { domains: { domains: [], domainAssociations: [{ domain: THEIRS }] } },
    ],
    ['in a missing domain', { domains: { domains: ['urn:li:domain:nowhere'] } }],
    ['in no domain', {}],
    ['with an empty list of domains', { domains: { domains: [] } }],
  ])('creates nothing %s', async (what, domains) => {
    expect(await create(of(what), { datasetProperties: NAMED, ...domains })).toBe(403);
    expect(await stored(of(what), 'datasetKey')).toBeUndefined();
  });

  it.each(['in its domain', 'hidden', 'soft-deleted'])('does not overwrite what is %s', async (what) => {
    const urn = of(`existing ${what}`);
    await writeAspect(root, urn, 'datasetProperties', { name: 'old' });
    await writeAspect(root, urn, 'domains', { domains: [what === 'hidden' ? THEIRS : OURS] });
    if (what === 'soft-deleted') await writeAspect(root, urn, 'status', { removed: true });
    expect(await create(urn, { datasetProperties: NAMED, domains: { domains: [OURS] } })).toBe(403);
    expect([(await stored(urn, 'datasetProperties')).name, (await stored(urn, 'status'))?.removed]).toEqual([
      'old',
      what === 'soft-deleted' ? true : undefined,
    ]);
  });
});

describe('a batch that changes the domains of a new entity again', () => {
  it.each([
    ['to another', ['UPSERT', { domains: [THEIRS] }]],
    ['from another', ['UPSERT', { domains: [OURS] }], { domains: [THEIRS] }],
    ['by a patch', ['PATCH', [{ op: 'add', path: `/domains/${THEIRS}`, value: THEIRS }]]],
    [
      'by a patch of the other list',
      ['PATCH', [{ op: 'add', path: `/domainAssociations//${THEIRS}`, value: { domain: THEIRS } }]],
    ],
    ['to none', ['UPSERT', { domains: [] }]],
  ] as const)(
    'needs the rights in all of them: %s',
    async (name, [changeType, value], first = { domains: [OURS] }) => {
      const urn = datasetUrn(`again ${name}`);
      const [one, two] = [
        proposal(urn, 'domains', first, 'UPSERT'),
        proposal(urn, 'domains', value, changeType),
      ];
      expect(await send(one, proposal(urn, 'datasetProperties', NAMED, 'UPSERT'), two)).toBe(403);
      expect(await stored(urn, 'datasetKey')).toBeUndefined();
    },
  );

  it('says nothing about its other entities', async () => {
    const [inside, outside] = [datasetUrn('batch inside'), datasetUrn('batch outside')];
    const domains = { domains: [OURS] };
    expect(
      await send(proposal(inside, 'domains', domains), proposal(outside, 'datasetProperties', NAMED)),
    ).toBe(403);
    expect(await stored(inside, 'datasetKey')).toBeUndefined();
  });
});

it('a dependent entity is not created by naming a domain', async () => {
  const column = `urn:li:schemaField:(${datasetUrn('of others')},id)`;
  await writeAspect(root, datasetUrn('of others'), 'domains', { domains: [THEIRS] });
  const { status } = await creator.request('POST', '/openapi/v3/entity/schemafield?async=false', [
    { urn: column, domains: { value: { domains: [OURS] } } },
  ]);
  expect(status).toBe(403);
});

it('the domain counts for values of properties in the same batch', async () => {
  const values = { properties: [{ propertyUrn: propertyUrn('valued'), values: [{ string: 'x' }] }] };
  const create = (urn: string, domain: string): Promise<number> =>
    byOpenApi(false)(urn, { domains: { domains: [domain] }, structuredProperties: values });
  await writePolicy(root, 'see-valued', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('creator')], allUsers: false, allGroups: false, resourceOwners: false },
    resources: { filter: matching('DOMAIN', [OURS]) },
  });
  expect(await create(datasetUrn('valued'), OURS)).toBe(200);
  expect(await clientOf(root).values(datasetUrn('valued'))).toEqual({ valued: [{ string: 'x' }] });
  expect(await create(datasetUrn('not valued'), THEIRS)).toBe(403);
});
