import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';

const HOLDERS = 300;
const SEARCH = `query($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
  total searchResults { entity { urn } matchedFields { name value } } } }`;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  for (const name of ['note', 'other']) await client.define(name, { cardinality: 'MULTIPLE' });
  await client.dataset('marmalade_jar');
  for (const name of ['a', 'b']) await client.dataset(name);
  await client.assign(datasetUrn('a'), { note: [{ string: 'Bitter marmalade of Seville' }] });
  await client.assign(datasetUrn('b'), { other: [{ string: 'Bitter marmalade of Seville' }] });
});
afterAll(() => server.stop());

interface Found {
  readonly urns: readonly string[];
  readonly matched: readonly { readonly name: string; readonly value: string }[];
  readonly warnings: readonly string[];
}

async function search(query: string, as: TestServer = server): Promise<Found> {
  const { data, errors, extensions } = (
    await as.request('POST', '/api/graphql', {
      query: SEARCH,
      variables: { input: { query, types: ['DATASET'], count: 1000 } },
    })
  ).json;
  if (errors !== undefined) throw new Error(errors[0].message);
  const results: readonly { entity: { urn: string }; matchedFields: Found['matched'] }[] =
    data.searchAcrossEntities.searchResults;
  const warnings: readonly { message: string }[] = extensions?.warnings ?? [];
  return {
    urns: results.map(({ entity }) => entity.urn),
    matched: results.flatMap(({ matchedFields }) => matchedFields),
    warnings: warnings.map(({ message }) => message),
  };
}

function define(name: string, more: object = {}): Promise<Answer> {
  return client.post(propertyUrn(name), 'propertyDefinition', {
    ...definition(name, { cardinality: 'MULTIPLE' }),
    ...more,
  });
}

/** Switches the search for words, and waits until no document lacks any. */
async function searchWords(name: string, queryByDefault: boolean, boostScore?: number): Promise<void> {
  const { status, text } = await define(name, { searchConfiguration: { queryByDefault, boostScore } });
  expect(status, text).toBe(200);
  await until('words are searched', async () => (await search('seville')).warnings.length === 0);
}

describe('words of a property', () => {
  it('are searched when its definition says so, in earlier and later values', async () => {
    expect((await search('seville')).urns).toEqual([]);
    await searchWords('note', true);
    expect(await search('seville')).toEqual({
      urns: [datasetUrn('a')],
      matched: [{ name: 'structuredProperties.note', value: 'Bitter marmalade of Seville' }],
      warnings: [],
    });
    await client.assign(datasetUrn('b'), { note: [{ string: 'No seville' }] });
    expect((await search('"of seville"')).urns).toEqual([datasetUrn('a')]);
    expect((await search('/q structuredProperties.note:seville')).urns.toSorted()).toEqual([
      datasetUrn('a'),
      datasetUrn('b'),
    ]);
    await client.assign(datasetUrn('b'), {});
    expect((await search('seville')).urns).toEqual([datasetUrn('a')]);
  });

  it('score by their weight', async () => {
    await searchWords('note', true, 100);
    expect((await search('marmalade')).urns[0]).toBe(datasetUrn('a'));
    await searchWords('note', true, 0.01);
    expect((await search('marmalade')).urns[0]).toBe(datasetUrn('marmalade_jar'));
  });

  it('are not searched after they are switched off, or the property is soft-deleted', async () => {
    await searchWords('note', false);
    expect((await search('seville')).urns).toEqual([]);
    await searchWords('note', true);
    expect((await search('seville')).urns).toEqual([datasetUrn('a')]);
    await client.post(propertyUrn('note'), 'status', { removed: true });
    expect((await search('seville')).urns).toEqual([]);
    await client.post(propertyUrn('note'), 'status', { removed: false });
    await until('words are searched again', async () => (await search('seville')).urns.length === 1);
  });

  it('stay searched when a client writes the definition without the setting, until a patch or a rollback removes it', async () => {
    await searchWords('note', true, 3);
    await define('note', { description: 'Written by a client that does not know it' });
    const read = async (): Promise<unknown> => {
      const query = `{ structuredProperty(urn: "${propertyUrn('note')}") { definition { search { fullText weight } } } }`;
      return (await server.graphql(query)).data.structuredProperty.definition.search;
    };
    expect(await read()).toEqual({ fullText: true, weight: 3 });
    const path = `${aspectPath(propertyUrn('note'), 'propertyDefinition', 'v3')}?createIfNotExists=false`;
    const patch = [{ op: 'remove', path: '/searchConfiguration' }];
    const patched = await server.request('PATCH', path, { value: { patch } });
    expect(patched.status, patched.text).toBe(200);
    expect(await read()).toBeNull();
    const value = {
      ...definition('note', { cardinality: 'MULTIPLE' }),
      searchConfiguration: { queryByDefault: true },
    };
    const systemMetadata = { runId: 'words', lastObserved: 1 };
    expect((await server.request('POST', path, { value, systemMetadata })).status).toBe(200);
    expect(await read()).toEqual({ fullText: true, weight: null });
    expect((await server.request('POST', '/runs?action=rollback', { runId: 'words' })).status).toBe(200);
    expect(await read()).toBeNull();
  });

  it('are found by those only who see the property everywhere', async () => {
    await searchWords('note', true);
    const reader = await addActor(server, 'reader', { roles: [] });
    expect((await search('seville', reader)).urns).toEqual([datasetUrn('a')]);
    await hideEverything(server);
    await writePolicy(server, 'datasets', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
      resources: {
        filter: matching('TYPE', ['dataset']),
        privilegeConstraints: matching('URN', [propertyUrn('other')]),
      },
    });
    expect((await search('marmalade', reader)).urns).toEqual([datasetUrn('marmalade_jar')]);
    expect((await search('seville', reader)).urns).toEqual([]);
  });
});

describe('many holders', () => {
  it('get the words in the background, while searches say how many lack them', async () => {
    const urns = Array.from({ length: HOLDERS }, (_, i) => datasetUrn(`holder${i}`));
    const value = { properties: [{ propertyUrn: propertyUrn('other'), values: [{ string: 'quince' }] }] };
    const entities = urns.map((urn) => ({ urn, structuredProperties: { value } }));
    const written = await server.request('POST', '/openapi/v3/entity/dataset?async=false', entities);
    expect(written.status, written.text).toBe(200);
    const { status } = await define('other', { searchConfiguration: { queryByDefault: true } });
    expect(status).toBe(200);
    const seen: Found[] = [];
    await until('all are found', async () => {
      seen.push(await search('quince'));
      return seen.at(-1)?.urns.length === HOLDERS;
    });
    for (const { urns: found, warnings } of seen) {
      if (found.length === HOLDERS) continue;
      // Counted before the search, while the words were being added.
      const [, missing] =
        /^The words of other .*: (\d+) of 300 entities .* not found/.exec(warnings[0] ?? '') ?? [];
      expect(Number(missing)).toBeGreaterThanOrEqual(HOLDERS - found.length);
    }
  });
});

describe('a definition', () => {
  it.each([
    ['number', { queryByDefault: true }, 'have no words to search'],
    ['string', { queryByDefault: true, boostScore: 0 }, '0 is not a weight'],
    ['string', { queryByDefault: true, boostScore: 101 }, '101 is not a weight'],
  ])('of type %s is refused with %o', async (type, searchConfiguration, message) => {
    const { json, status } = await client.post(propertyUrn('refused'), 'propertyDefinition', {
      ...definition('refused', { type }),
      searchConfiguration,
    });
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });

  it('is written and read over GraphQL and as a file', async () => {
    const input = {
      id: 'written',
      valueType: 'urn:li:dataType:datahub.rich_text',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
      search: { fullText: true, weight: 2 },
    };
    const shown = 'definition { search { fullText weight } }';
    const created = await server.graphql(
      `mutation($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { ${shown} } }`,
      { input },
    );
    expect(created.data.createStructuredProperty.definition.search).toEqual({ fullText: true, weight: 2 });
    const updated = await server.graphql(
      `mutation($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { ${shown} } }`,
      { input: { urn: propertyUrn('written'), search: { fullText: false } } },
    );
    expect(updated.data.updateStructuredProperty.definition.search).toEqual({ fullText: false, weight: 2 });
  });
});
