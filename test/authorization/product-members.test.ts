import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const [SEEN, HIDDEN, MISSING] = [datasetUrn('seen'), datasetUrn('hidden'), datasetUrn('missing')];
const PRODUCT = 'urn:li:dataProduct:own';
const PROPERTIES = 'dataProductProperties';

let root: TestServer;
let owner: TestServer;
beforeEach(async () => {
  root = await startServer();
  for (const name of ['seen', 'hidden']) await clientOf(root).dataset(name);
  await writeAspect(root, PRODUCT, PROPERTIES, { name: 'own' });
  await hideEverything(root);
  owner = await addActor(root, 'owner');
  const actors = { users: [userUrn('owner')] };
  const on = (...urns: readonly string[]) => ({ actors, resources: { filter: matching('URN', urns) } });
  await writePolicy(root, 'sight', { privileges: ['VIEW_ENTITY_PAGE'], ...on(PRODUCT, SEEN) });
  await writePolicy(root, 'edit', { privileges: ['EDIT_ENTITY', 'DELETE_ENTITY'], ...on(PRODUCT) });
});
afterEach(() => root.stop());

const listing = (...urns: readonly string[]): object => ({
  name: 'own',
  assets: urns.map((destinationUrn) => ({ destinationUrn })),
});

const ENTITY = '/openapi/v3/entity/dataProduct';
type Ask = (urn: string) => readonly [method: string, path: string, body: unknown];
const ingesting = (proposal: object): readonly [string, string, unknown] => [
  'POST',
  '/aspects?action=ingestProposal',
  {
    proposal: {
      entityType: 'dataProduct',
      entityUrn: PRODUCT,
      aspectName: PROPERTIES,
      changeType: 'UPSERT',
      ...proposal,
    },
  },
];
const putting: Ask = (urn) => [
  'POST',
  `${ENTITY}?async=false`,
  [{ urn: PRODUCT, [PROPERTIES]: { value: listing(urn) } }],
];
const PUTTING: readonly (readonly [protocol: string, ask: Ask])[] = [
  ['OpenAPI', putting],
  [
    'an OpenAPI patch',
    (urn) => [
      'PATCH',
      `${ENTITY}/${PRODUCT}/${PROPERTIES}`,
      {
        patch: [{ op: 'add', path: `/assets/${urn}`, value: { destinationUrn: urn } }],
        arrayPrimaryKeys: { assets: ['destinationUrn'] },
      },
    ],
  ],
  [
    'Rest.li',
    (urn) => ingesting({ aspect: { contentType: 'application/json', value: JSON.stringify(listing(urn)) } }),
  ],
];

const send = async (ask: readonly [string, string, unknown]) => {
  const { status, text } = await owner.request(...ask);
  return { status, text };
};
const productsOf = async (urn: string): Promise<unknown> => {
  const { json } = await root.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
  return json.dataProducts?.value.dataProducts.map((one: { destinationUrn: string }) => one.destinationUrn);
};

describe('an actor who may change a data product', () => {
  it.each(PUTTING)('adds only visible assets to it, by %s', async (_protocol, ask) => {
    const [hidden, missing] = [await send(ask(HIDDEN)), await send(ask(MISSING))];
    expect(hidden).toMatchObject({ status: 403, text: expect.stringContaining('EDIT_ENTITY_DATA_PRODUCTS') });
    expect(hidden.text.replaceAll(HIDDEN, MISSING)).toBe(missing.text);
    expect(await productsOf(HIDDEN)).toBeUndefined();

    expect(await send(ask(SEEN))).toMatchObject({ status: 200 });
    expect(await productsOf(SEEN)).toEqual([PRODUCT]);
  });

  it('cannot remove hidden assets from it, but can delete it', async () => {
    await writeAspect(root, PRODUCT, PROPERTIES, listing(HIDDEN, SEEN));

    expect(await send(putting(SEEN))).toMatchObject({ status: 403 });
    const aspect = `${ENTITY}/${PRODUCT}/${PROPERTIES}`;
    expect(await send(['DELETE', aspect, undefined])).toMatchObject({ status: 403 });
    expect(await productsOf(HIDDEN)).toEqual([PRODUCT]);
    expect(await send(['DELETE', `${ENTITY}/${PRODUCT}`, undefined])).toMatchObject({ status: 200 });
  });

  it.each([
    ['put back', [HIDDEN], []],
    ['taken out', [], [HIDDEN]],
    ['removed with the aspect', undefined, [HIDDEN]],
  ] as const)('cannot roll back a run if hidden assets would be %s', async (_case, before, after) => {
    const product = before === undefined ? 'urn:li:dataProduct:of-domain' : PRODUCT;
    if (before === undefined) await writeAspect(root, product, 'status', { removed: false });
    else await writeAspect(root, product, PROPERTIES, listing(...before));
    await writePolicy(root, 'of-domain', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'DELETE_ENTITY'],
      actors: { users: [userUrn('owner')] },
      resources: { filter: matching('URN', ['urn:li:dataProduct:of-domain']) },
    });
    const value = JSON.stringify(listing(...after));
    const [method, path, body] = ingesting({
      entityUrn: product,
      aspect: { contentType: 'application/json', value },
    });
    const proposal = { ...(body as { proposal: object }).proposal, systemMetadata: { runId: 'members' } };
    expect((await root.request(method, path, { proposal })).status).toBe(200);
    const rollback = ['POST', '/runs?action=rollback', { runId: 'members', dryRun: false }] as const;
    const refused = await send(rollback);
    expect(refused).toMatchObject({
      status: 403,
      text: expect.stringContaining('EDIT_ENTITY_DATA_PRODUCTS'),
    });
    expect(await productsOf(HIDDEN)).toEqual(after.length > 0 ? [product] : []);
    await writePolicy(root, 'assets', {
      privileges: ['EDIT_ENTITY_DATA_PRODUCTS'],
      actors: { users: [userUrn('owner')] },
      resources: { filter: matching('URN', [HIDDEN]) },
    });
    expect(await send(rollback)).toMatchObject({ status: 200 });
    expect(await productsOf(HIDDEN)).toEqual(after.length > 0 ? [] : [product]);
  });

  it('changes hidden assets in it with a right on them, and everything else in any case', async () => {
    await writeAspect(root, PRODUCT, PROPERTIES, listing(HIDDEN));
    const renamed = { ...listing(HIDDEN), description: 'd' };
    await writeAspect(owner, PRODUCT, PROPERTIES, renamed);
    await writePolicy(root, 'assets', {
      privileges: ['EDIT_ENTITY_DATA_PRODUCTS'],
      actors: { users: [userUrn('owner')] },
      resources: { filter: matching('URN', [HIDDEN]) },
    });
    await writeAspect(owner, PRODUCT, PROPERTIES, listing(SEEN));
    expect(await productsOf(HIDDEN)).toEqual([]);
  });
});
