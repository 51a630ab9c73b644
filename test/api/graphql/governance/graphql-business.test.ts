import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [A, B] = [datasetUrn('sold.a'), datasetUrn('sold.b')];

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  await clientOf(server).dataset('sold.a');
  await clientOf(server).dataset('sold.b');
});
afterAll(() => server.stop());

const createDomain = (input: object) => calls.mutate('createDomain', 'CreateDomainInput', input);
const byUrn = (field: string, urn: string) => calls.call('mutation', field, { urn: ['String!', urn] });

describe('domains', () => {
  const list = async (input: object) =>
    (
      await calls.call(
        'query',
        'listDomains',
        { input: ['ListDomainsInput!', input] },
        '{ total domains { properties { name } } }',
      )
    ).data.listDomains;
  const names = async (input: object): Promise<string[]> =>
    (await list(input)).domains.map(({ properties }: { properties: { name: string } }) => properties.name);

  it('are created with their creator as owner, and listed level by level', async () => {
    const sales = await createDomain({ id: 'sales', name: 'Sales', description: 'sells' });
    expect(sales).toBe('urn:li:domain:sales');
    expect(await createDomain({ name: 'No id' })).toMatch(/^urn:li:domain:[0-9a-f-]{36}$/);
    const retail = await createDomain({ id: 'retail', name: 'Retail', parentDomain: sales });
    await createDomain({ id: 'shops', name: 'Shops', parentDomain: retail });
    expect(await names({})).toEqual(['No id', 'Sales']);
    expect(await names({ parentDomain: sales })).toEqual(['Retail']);
    expect(await names({ query: 'Shops' })).toEqual(['Shops']);
    const { data } = await server.graphql(
      '{ domain(urn: "urn:li:domain:shops") { properties { name } parentDomains { count domains { urn } } ownership { owners { owner { ... on CorpUser { urn } } type } } } }',
    );
    expect(data.domain).toEqual({
      properties: { name: 'Shops' },
      parentDomains: { count: 2, domains: [{ urn: retail }, { urn: sales }] },
      ownership: { owners: [{ owner: { urn: 'urn:li:corpuser:datahub' }, type: 'TECHNICAL_OWNER' }] },
    });
  });

  it.each([
    ['whose id is taken', { id: 'sales', name: 'Other' }, 409, 'This Domain already exists!'],
    ['whose name is taken', { name: 'Sales' }, 409, '"Sales" already exists in this domain'],
    [
      'in one that does not exist',
      { name: 'x', parentDomain: 'urn:li:domain:never' },
      404,
      'Parent Domain does not exist!',
    ],
    ['in an entity that is not a domain', { name: 'x', parentDomain: A }, 400, 'it is of type dataset'],
  ])('%s are refused', async (_what, input, code, message) => {
    const refused = await calls.refused('createDomain', 'CreateDomainInput', input);
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
  });

  it('are moved, but not into themselves, and deleted when empty', async () => {
    const move = (resourceUrn: string, parentDomain: string | null) =>
      calls.call('mutation', 'moveDomain', { input: ['MoveDomainInput!', { resourceUrn, parentDomain }] });
    const circle = await move('urn:li:domain:sales', 'urn:li:domain:shops');
    expect(circle.errors[0].message).toContain('Cannot move a domain into itself');
    expect((await move('urn:li:domain:shops', 'urn:li:domain:sales')).data.moveDomain).toBe(true);
    expect(await names({ parentDomain: 'urn:li:domain:sales' })).toEqual(['Retail', 'Shops']);
    expect((await byUrn('deleteDomain', 'urn:li:domain:sales')).errors[0].message).toContain(
      'Cannot delete domain urn:li:domain:sales which has child domains',
    );
    expect((await move('urn:li:domain:shops', null)).data.moveDomain).toBe(true);
    expect((await byUrn('deleteDomain', 'urn:li:domain:shops')).data.deleteDomain).toBe(true);
    expect((await byUrn('deleteDomain', 'urn:li:domain:shops')).errors[0].extensions.code).toBe(404);
    expect((await move('urn:li:domain:shops', null)).errors[0].extensions.code).toBe(404);
  });

  it('are set and unset, for one entity or several', async () => {
    const domainOf = async (urn: string) =>
      (
        await server.graphql('query d($urn: String!) { dataset(urn: $urn) { domain { domain { urn } } } }', {
          urn,
        })
      ).data.dataset.domain?.domain.urn;
    const set = (entityUrn: string, domainUrn: string) =>
      calls.call('mutation', 'setDomain', {
        entityUrn: ['String!', entityUrn],
        domainUrn: ['String!', domainUrn],
      });
    expect((await set(A, 'urn:li:domain:sales')).data.setDomain).toBe(true);
    expect((await set(A, 'urn:li:domain:retail')).data.setDomain).toBe(true);
    expect(await domainOf(A)).toBe('urn:li:domain:retail');
    const { data } = await server.graphql(
      '{ domain(urn: "urn:li:domain:retail") { entities(input: { count: 5 }) { total searchResults { entity { urn } } } } }',
    );
    expect(data.domain.entities).toEqual({ total: 1, searchResults: [{ entity: { urn: A } }] });
    await calls.mutate('batchSetDomain', 'BatchSetDomainInput', {
      domainUrn: 'urn:li:domain:sales',
      resources: [{ resourceUrn: A }, { resourceUrn: B }],
    });
    expect([await domainOf(A), await domainOf(B)]).toEqual(['urn:li:domain:sales', 'urn:li:domain:sales']);
    expect(
      (await calls.call('mutation', 'unsetDomain', { entityUrn: ['String!', A] })).data.unsetDomain,
    ).toBe(true);
    await calls.mutate('batchSetDomain', 'BatchSetDomainInput', { resources: [{ resourceUrn: B }] });
    expect([await domainOf(A), await domainOf(B)]).toEqual([undefined, undefined]);
    expect((await set(A, 'urn:li:domain:never')).errors[0].extensions.code).toBe(404);
    expect((await set(datasetUrn('never'), 'urn:li:domain:sales')).errors[0].extensions.code).toBe(404);
    expect((await set(A, 'urn:li:tag:t')).errors[0].extensions.code).toBe(400);
  });
});

describe('data products', () => {
  const assetsOf = async (urn: string): Promise<string[]> => {
    const { data } = await calls.call(
      'query',
      'listDataProductAssets',
      { urn: ['String!', urn], input: ['SearchAcrossEntitiesInput!', { query: '*' }] },
      '{ searchResults { entity { urn } } }',
    );
    return data.listDataProductAssets.searchResults
      .map(({ entity }: { entity: { urn: string } }) => entity.urn)
      .sort();
  };
  const create = (input: object) =>
    calls.mutate(
      'createDataProduct',
      'CreateDataProductInput',
      { properties: { name: 'P' }, domainUrn: 'urn:li:domain:sales', ...input },
      '{ urn properties { name description numAssets } domain { domain { urn } } }',
    );

  it('are created in a domain, changed, filled and deleted', async () => {
    const first = await create({ id: 'first', properties: { name: 'First', description: 'one' } });
    expect(first).toEqual({
      urn: 'urn:li:dataProduct:first',
      properties: { name: 'First', description: 'one', numAssets: 0 },
      domain: { domain: { urn: 'urn:li:domain:sales' } },
    });
    const { urn: second } = await create({});
    const { data } = await calls.call(
      'mutation',
      'updateDataProduct',
      { urn: ['String!', first.urn], input: ['UpdateDataProductInput!', { name: 'Best' }] },
      '{ properties { name description } }',
    );
    expect(data.updateDataProduct.properties).toEqual({ name: 'Best', description: 'one' });
    const set = (dataProductUrn: string | null, resourceUrns: string[]) =>
      calls.mutate('batchSetDataProduct', 'BatchSetDataProductInput', { dataProductUrn, resourceUrns });
    await set(first.urn, [A, B]);
    expect(await assetsOf(first.urn)).toEqual([A, B]);
    await set(second, [B]);
    expect([await assetsOf(first.urn), await assetsOf(second)]).toEqual([[A], [B]]);
    const several = (what: string, resourceUrns: string[], dataProductUrns = [first.urn, second]) =>
      calls.mutate(`batch${what}DataProducts`, 'BatchSetDataProductsInput', {
        dataProductUrns,
        resourceUrns,
      });
    expect(await several('AddTo', [A, B, A])).toBe(true);
    expect([await assetsOf(first.urn), await assetsOf(second)]).toEqual([
      [A, B],
      [A, B],
    ]);
    expect(await several('RemoveFrom', [B])).toBe(true);
    expect(await several('RemoveFrom', [B])).toBe(true);
    expect([await several('AddTo', []), await several('RemoveFrom', [A], [])]).toEqual([true, true]);
    expect([await assetsOf(first.urn), await assetsOf(second)]).toEqual([[A], [A]]);
    await set(null, [A]);
    await set(second, []);
    expect(await assetsOf(first.urn)).toEqual([]);
    expect((await byUrn('deleteDataProduct', second)).data.deleteDataProduct).toBe(true);
    expect((await byUrn('deleteDataProduct', second)).errors[0].extensions.code).toBe(404);
  });

  it('are refused without a domain, under an id that is taken, and for assets that do not exist', async () => {
    const refused = (input: object) =>
      calls.refused(
        'createDataProduct',
        'CreateDataProductInput',
        { properties: { name: 'x' }, ...input },
        '{ urn }',
      );
    expect(await refused({ domainUrn: 'urn:li:domain:never' })).toMatchObject({ code: 404 });
    expect(await refused({ domainUrn: 'urn:li:domain:sales', id: 'first' })).toMatchObject({ code: 400 });
    const set = (input: object) => calls.refused('batchSetDataProduct', 'BatchSetDataProductInput', input);
    expect(await set({ dataProductUrn: 'urn:li:dataProduct:never', resourceUrns: [A] })).toMatchObject({
      code: 404,
    });
    expect(
      await set({ dataProductUrn: 'urn:li:dataProduct:first', resourceUrns: [datasetUrn('never')] }),
    ).toMatchObject({ code: 404 });
    for (const what of ['AddTo', 'RemoveFrom']) {
      const several = (product: string, asset: string) =>
        calls.refused(`batch${what}DataProducts`, 'BatchSetDataProductsInput', {
          dataProductUrns: ['urn:li:dataProduct:first', product],
          resourceUrns: [asset],
        });
      expect(await several('urn:li:dataProduct:never', A), what).toMatchObject({ code: 404 });
      expect(await several('urn:li:dataProduct:first', datasetUrn('never')), what).toMatchObject({
        code: 404,
      });
    }
  });
});

describe('applications', () => {
  it('are created, filled, listed and deleted', async () => {
    const app = await calls.mutate(
      'createApplication',
      'CreateApplicationInput',
      { id: 'shop', properties: { name: 'Shop', description: 'sells' }, domainUrn: 'urn:li:domain:sales' },
      '{ urn properties { name } domain { domain { urn } } }',
    );
    expect(app).toEqual({
      urn: 'urn:li:application:shop',
      properties: { name: 'Shop' },
      domain: { domain: { urn: 'urn:li:domain:sales' } },
    });
    await calls.mutate('batchSetApplication', 'BatchSetApplicationInput', {
      applicationUrn: app.urn,
      resourceUrns: [A, B],
    });
    await calls.mutate('batchSetApplication', 'BatchSetApplicationInput', { resourceUrns: [B] });
    const { data } = await server.graphql(
      `query a($urn: String!, $app: String!) {
        dataset(urn: $urn) { application { application { properties { name } } associatedUrn } }
        listApplicationAssets(urn: $app, input: { query: "*" }) { total searchResults { entity { urn } } }
      }`,
      { urn: A, app: app.urn },
    );
    expect(data).toEqual({
      dataset: { application: { application: { properties: { name: 'Shop' } }, associatedUrn: A } },
      listApplicationAssets: { total: 1, searchResults: [{ entity: { urn: A } }] },
    });
    expect((await byUrn('deleteApplication', app.urn)).data.deleteApplication).toBe(true);
    expect((await byUrn('deleteApplication', app.urn)).errors[0].extensions.code).toBe(404);
    const refused = await calls.refused('batchSetApplication', 'BatchSetApplicationInput', {
      applicationUrn: app.urn,
      resourceUrns: [A],
    });
    expect(refused.code).toBe(404);
  });
});

describe('business attributes', () => {
  const column = `urn:li:schemaField:(${A},id)`;

  it('are created, changed, set on and removed from columns, listed and deleted', async () => {
    const shape = '{ urn properties { name description type } }';
    const made = await calls.mutate(
      'createBusinessAttribute',
      'CreateBusinessAttributeInput',
      { name: 'Price', description: 'net', type: 'NUMBER' },
      shape,
    );
    expect(made.properties).toEqual({ name: 'Price', description: 'net', type: 'NUMBER' });
    const { data } = await calls.call(
      'mutation',
      'updateBusinessAttribute',
      {
        urn: ['String!', made.urn],
        input: ['UpdateBusinessAttributeInput!', { name: 'Net price', type: 'STRUCT' }],
      },
      shape,
    );
    expect(data.updateBusinessAttribute.properties).toEqual({
      name: 'Net price',
      description: 'net',
      type: 'STRUCT',
    });
    const association = { businessAttributeUrn: made.urn, resourceUrn: [{ resourceUrn: column }] };
    const shown = async () =>
      (
        await server.graphql(
          'query c($urn: String!) { entity(urn: $urn) { ... on SchemaFieldEntity { businessAttributes { businessAttribute { businessAttribute { urn } associatedUrn } } } } }',
          { urn: column },
        )
      ).data.entity.businessAttributes.businessAttribute;
    await calls.mutate('addBusinessAttribute', 'AddBusinessAttributeInput', association);
    expect(await shown()).toEqual({ businessAttribute: { urn: made.urn }, associatedUrn: column });
    await calls.mutate('removeBusinessAttribute', 'AddBusinessAttributeInput', association);
    expect(await shown()).toBeNull();
    const list = await calls.call(
      'query',
      'listBusinessAttributes',
      { input: ['ListBusinessAttributesInput!', {}] },
      '{ total businessAttributes { urn } }',
    );
    expect(list.data.listBusinessAttributes).toEqual({ total: 1, businessAttributes: [{ urn: made.urn }] });
    expect(
      await calls.refused(
        'createBusinessAttribute',
        'CreateBusinessAttributeInput',
        { name: 'Net price' },
        '{ urn }',
      ),
    ).toMatchObject({ code: 409 });
    expect((await byUrn('deleteBusinessAttribute', made.urn)).data.deleteBusinessAttribute).toBe(true);
    expect(
      await calls.refused('addBusinessAttribute', 'AddBusinessAttributeInput', association),
    ).toMatchObject({ code: 404 });
  });

  it('are for columns only', async () => {
    const { urn } = await calls.mutate(
      'createBusinessAttribute',
      'CreateBusinessAttributeInput',
      { name: 'Tax' },
      '{ urn }',
    );
    const refused = await calls.refused('addBusinessAttribute', 'AddBusinessAttributeInput', {
      businessAttributeUrn: urn,
      resourceUrn: [{ resourceUrn: A }],
    });
    expect(refused.code).toBe(400);
  });
});
