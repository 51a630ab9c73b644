import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const COUNT = 8;
const names = Array.from({ length: COUNT }, (_, i) => `large${i}`);
const urns = names.map((name) => datasetUrn(name));
const description = 'x'.repeat(300_000);

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'limits.readBytes': '1MiB' } });
  const write = async (urn: string, aspect: string, value: unknown): Promise<void> => {
    const { status, text } = await server.request('POST', aspectPath(urn, aspect), value);
    expect(status, text).toBe(200);
  };
  for (const name of names) {
    await clientOf(server).dataset(name);
    await write(datasetUrn(name), 'datasetProperties', { description });
  }
  for (let timestampMillis = 1; timestampMillis <= COUNT; timestampMillis++) {
    const fieldProfiles = [{ fieldPath: 'a', min: description }];
    await write(datasetUrn('large0'), 'datasetProfile', { timestampMillis, fieldProfiles });
  }
});

afterAll(() => server.stop());

/** All pages of a list with scroll ids: the number of elements of each. */
async function pages(path: string, member: string, method = 'GET', body?: unknown): Promise<number[]> {
  const sizes: number[] = [];
  for (let scrollId = ''; sizes.length <= COUNT;) {
    const { json, status, text } = await server.request(method, `${path}${scrollId}`, body);
    expect(status, text.slice(0, 500)).toBe(200);
    sizes.push(json[member].length);
    if (typeof json.scrollId !== 'string') break;
    scrollId = `&scrollId=${encodeURIComponent(json.scrollId)}`;
  }
  return sizes;
}

const message = ({ text }: Answer): string => text.slice(0, 1_000);
const REFUSAL = /requested values.*limits\.readBytes/;

describe('more stored values than one response may need', () => {
  it.each([
    ['GET', '/openapi/v3/entity/dataset?count=100&aspects=datasetProperties', 'entities', undefined],
    ['GET', '/openapi/v2/entity/dataset?count=100&aspects=datasetProperties', 'results', undefined],
    ['POST', '/openapi/v3/entity/scroll?count=100', 'entities', { entities: ['dataset'], aspects: [] }],
    ['GET', '/openapi/v2/timeseries/dataset/datasetProfile?count=100', 'results', undefined],
  ])('end pages of %s %s early', async (method, path, member, body) => {
    const sizes = await pages(path, member, method, body);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT);
  });

  it('are refused by requests without pages', async () => {
    const list = urns.map(encodeURIComponent).join(',');
    const answers = [
      await server.request('GET', `/entitiesV2?ids=List(${list})`, undefined, {
        'X-RestLi-Protocol-Version': '2.0.0',
      }),
      await server.request('POST', '/openapi/v2/entity/batch/dataset', { urns }),
      await server.request(
        'POST',
        '/openapi/v3/entity/dataset/batchGet',
        urns.map((urn) => ({ urn })),
      ),
      await server.request('POST', '/openapi/v3/entity/generic/batchGet', {
        dataset: urns.map((urn) => ({ urn })),
      }),
    ];
    for (const answer of answers) {
      expect(answer.status, message(answer)).toBe(413);
      expect(message(answer)).toMatch(REFUSAL);
    }
  });

  it('are refused by GraphQL if selected in any way, but not if not selected', async () => {
    const search = (selection: string) =>
      server.graphql(
        `{ searchAcrossEntities(input: { types: [DATASET], query: "*", count: 100 }) { searchResults { entity { urn ... on Dataset { ${selection} } } } } }`,
      );
    const few = await search('status { removed }');
    expect(few.errors).toBeUndefined();
    const { errors } = await search('properties { description }');
    expect(errors[0].message).toMatch(REFUSAL);
    const aliases = urns.map(
      (urn, i) => `a${i}: dataset(urn: ${JSON.stringify(urn)}) { properties { description } }`,
    );
    expect((await server.graphql(`{ ${aliases.join(' ')} }`)).errors[0].message).toMatch(REFUSAL);
    const one = await server.graphql(`{ ${aliases[0]} }`);
    expect(one.data.a0.properties.description).toBe(description);
  });

  it('do not affect lists of relationships, lineage or matches', async () => {
    const found = await server.graphql(
      '{ searchAcrossEntities(input: { types: [DATASET], query: "large*", count: 100 }) { searchResults { matchedFields { name } } } }',
    );
    expect(found.data.searchAcrossEntities.searchResults).toHaveLength(COUNT);
    const links = await server.request('POST', '/openapi/v3/relationship/scroll?count=100', {});
    expect(links.status, message(links)).toBe(200);
  });
});
