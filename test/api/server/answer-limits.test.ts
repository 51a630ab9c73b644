import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const NAMES = ['a', 'b', 'c'];
const URN = datasetUrn('a');
const LENGTH = 4_000_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    options: { 'limits.answersBytes': '16MiB', 'limits.graphql.objects': '1000' },
  });
  const description = 'x'.repeat(LENGTH);
  for (const name of NAMES) {
    await clientOf(server).dataset(name);
    const path = aspectPath(datasetUrn(name), 'datasetProperties');
    const written = await server.request('POST', path, { description });
    expect(written.status, written.text).toBe(200);
  }
});
afterAll(() => server.stop());

const FIELD = 'properties { description }';
const query = (aliases: number): string =>
  `{ dataset(urn: "${URN}") { ${Array.from({ length: aliases }, (_, i) => `a${i}: ${FIELD}`).join(' ')} } }`;
const page = (count: number) =>
  server.request('GET', `/openapi/v3/entity/dataset?count=${count}&aspects=datasetProperties`);

describe('long answers', () => {
  const refusal = expect.stringContaining('more than 8388608 bytes (half of limits.answersBytes)');

  it('with more than half of limits.answersBytes are refused', async () => {
    const { data, errors } = await server.graphql(query(3));
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ message: refusal, extensions: { code: 413 } }]);
    const { json, status } = await page(3);
    expect({ status, message: json.message }).toEqual({ status: 413, message: refusal });
  });

  it('release their bytes when they are sent', async () => {
    for (let i = 0; i < 4; i++) {
      const { data } = await server.graphql(query(1));
      expect(data.dataset.a0.description).toHaveLength(LENGTH);
      expect((await page(1)).status).toBe(200);
    }
  });
});

describe('the objects of a GraphQL answer', () => {
  const TAGS = Array.from({ length: 2_000 }, (_, i) => ({ tag: `urn:li:tag:t${i}` }));
  const tagsOf = (shown: string): string =>
    `{ dataset(urn: "${URN}") { tags { tags ${shown} { tag { urn } } } } }`;

  it.each([
    ['without a directive', ''],
    ['with a directive', '@include(if: true)'],
  ])('are limited by limits.graphql.objects, %s', async (_name, directive) => {
    const write = (tags: readonly unknown[]) =>
      server.request('POST', `${aspectPath(URN, 'globalTags', 'v3')}?createIfNotExists=false`, {
        value: { tags },
      });
    expect((await write(TAGS)).status).toBe(200);
    const message = expect.stringContaining('more than 1000 objects (option limits.graphql.objects)');
    const { data, errors } = await server.graphql(tagsOf(directive));
    expect({ data, errors }).toMatchObject({ data: null, errors: [{ message, extensions: { code: 413 } }] });
    expect((await write(TAGS.slice(0, 100))).status).toBe(200);
    expect((await server.graphql(tagsOf(directive))).data.dataset.tags.tags).toHaveLength(100);
  });
});

describe('the patches of one batch', () => {
  it('are refused if the written versions together have too many characters', async () => {
    const path = aspectPath(URN, 'editableDatasetProperties', 'v3');
    const description = 'y'.repeat(LENGTH);
    expect((await server.request('POST', path, { value: { description, name: 'before' } })).status).toBe(200);
    const patch = (name: string) => ({
      entityType: 'dataset',
      entityUrn: URN,
      changeType: 'PATCH',
      aspectName: 'editableDatasetProperties',
      aspect: {
        contentType: 'application/json-patch+json',
        value: JSON.stringify([{ op: 'add', path: '/name', value: name }]),
      },
    });
    const send = (count: number) =>
      server.request('POST', '/aspects?action=ingestProposalBatch', {
        proposals: Array.from({ length: count }, (_, i) => patch(`name ${i}`)),
        async: 'false',
      });
    const refused = await send(2_000);
    expect(refused.status, refused.text).toBe(413);
    expect(refused.json.message).toContain('writes values of more than 67108864 characters');
    expect((await server.request('GET', path)).json.value.name).toBe('before');
    expect((await send(3)).status).toBe(200);
    expect((await server.request('GET', path)).json.value.name).toBe('name 2');
  });
});
