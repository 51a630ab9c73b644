import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const PARENT = datasetUrn('logical');
const CHILD = datasetUrn('folder/physical');
const column = (dataset: string, path: string): string => `urn:li:schemaField:(${dataset},${path})`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  for (const [urn, fieldPath] of [
    [PARENT, 'id'],
    [CHILD, 'key'],
  ] as const) {
    const type = { type: { 'com.linkedin.schema.StringType': {} } };
    const fields = [fieldPath, 'other'].map((path) => ({ fieldPath: path, type, nativeDataType: 's' }));
    const platformSchema = { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } };
    const schema = { schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' };
    const value = { ...schema, platformSchema, fields };
    const written = await server.request('POST', aspectPath(urn, 'schemaMetadata', 'v3'), { value });
    expect(written.status, written.text).toBe(200);
  }
});
afterAll(() => server.stop());

const link = (body: unknown, base = '/openapi/v3/logical'): Promise<Answer> =>
  server.request(
    'POST',
    `${base}/${encodeURIComponent(CHILD)}/relationship/physicalInstanceOf/${PARENT}`,
    body,
  );
const unlink = (): Promise<Answer> =>
  server.request(
    'DELETE',
    `/openapi/v3/logical/${encodeURIComponent(CHILD)}/relationship/physicalInstanceOf`,
  );
const parentOf = async (urn: string): Promise<unknown> =>
  (await server.request('GET', aspectPath(urn, 'logicalParent', 'v3'))).json?.value?.parent?.destinationUrn;

describe('instances of a logical dataset', () => {
  it.each(['/openapi/v3/logical', '/openapi/v3/entity/logical'])('are linked at %s', async (base) => {
    const answer = await link({ id: 'key' }, base);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject([
      { urn: CHILD, logicalParent: { value: { parent: { destinationUrn: PARENT } } } },
      { urn: column(CHILD, 'key'), logicalParent: { value: {} } },
    ]);
    expect(await parentOf(column(CHILD, 'key'))).toBe(column(PARENT, 'id'));
    const links = await server.request('GET', '/openapi/v3/relationship/PhysicalInstanceOf');
    expect(links.json.results).toHaveLength(2);
  });

  it('are taken back with their columns, and no column comes into being', async () => {
    const answer = await unlink();
    expect(answer.json).toEqual([
      { urn: CHILD, logicalParent: { value: {} } },
      { urn: column(CHILD, 'key'), logicalParent: { value: {} } },
    ]);
    expect(await parentOf(CHILD)).toBeUndefined();
    expect((await unlink()).json).toEqual([]);
    const untouched = encodeURIComponent(column(CHILD, 'other'));
    expect((await server.request('HEAD', `/openapi/v3/entity/schemaField/${untouched}`)).status).toBe(404);
  });

  it.each([
    [{ nope: 'key' }, 'Field path not found on urn:li:dataset'],
    [{ id: 'keys' }, 'keys'],
    [{ id: 1 }, 'Column id must be a string'],
    [[], 'The body must be a JSON object'],
  ])('are refused with %j, and nothing is written', async (body, message) => {
    const answer = await link(body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
    expect(await parentOf(CHILD)).toBeUndefined();
  });

  it.each([
    ['POST', `${PARENT}/relationship/physicalInstanceOf`, 405],
    ['DELETE', `${PARENT}/relationship/physicalInstanceOf/${PARENT}`, 405],
    ['POST', `${PARENT}/relationship/other/${PARENT}`, 404],
    ['POST', `urn:li:tag:x/relationship/physicalInstanceOf/${PARENT}`, 400],
    ['POST', `${PARENT}/relationship/physicalInstanceOf/nonsense`, 400],
  ])('have no %s at %s', async (method, path, status) => {
    const body = method === 'POST' ? {} : undefined;
    expect((await server.request(method, `/openapi/v3/logical/${path}`, body)).status).toBe(status);
  });
});
