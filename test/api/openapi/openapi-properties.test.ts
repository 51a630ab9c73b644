import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

// The lifecycle of structured properties as in DataHub's own REST tests, without waiting between steps.

const ANY_TEXT: unknown = expect.any(String);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const retention = {
  qualifiedName: 'io.acryl.privacy.retentionTime',
  displayName: 'Retention Time',
  valueType: 'urn:li:dataType:datahub.number',
  description: 'Retention time in days',
  cardinality: 'MULTIPLE',
  entityTypes: ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.dataFlow'],
  allowedValues: [
    { value: { double: 30 }, description: 'short' },
    { value: { double: 60 }, description: 'medium' },
    { value: { double: 365 }, description: 'long' },
  ],
};
const second = {
  qualifiedName: 'io.acryl.privacy.retentionTime02',
  displayName: 'Retention Time 02',
  valueType: 'urn:li:dataType:datahub.string',
  cardinality: 'SINGLE',
  entityTypes: ['urn:li:entityType:datahub.dataset'],
  allowedValues: [{ value: { string: 'foo2' } }, { value: { string: 'bar2' } }],
};

describe.each(['v2', 'v3'] as const)('structured properties over OpenAPI %s', (version) => {
  const [first, other] = [`${version}.${retention.qualifiedName}`, `${version}.${second.qualifiedName}{x}`];
  const dataset = datasetUrn(`${version}/orders 100%`);
  const assignment = (name: string, value: unknown) => ({ propertyUrn: propertyUrn(name), values: [value] });
  const wrapped = (value: unknown): unknown => (version === 'v3' ? { value } : value);
  const entity = (urn: string, aspect: string, value: unknown): unknown =>
    version === 'v3' ? { urn, [aspect]: { value } } : { urn, aspects: { [aspect]: { value } } };
  const post = (urn: string, aspect: string, value: unknown): Promise<Answer> =>
    server.request('POST', `${aspectPath(urn, aspect, version)}?createIfNotExists=false`, wrapped(value));
  const remove = (urn: string): Promise<Answer> =>
    server.request('DELETE', aspectPath(urn, '', version).replace(/\/$/, ''));
  const patch = (operations: unknown): Promise<Answer> =>
    server.request(
      'PATCH',
      aspectPath(dataset, 'structuredProperties', version),
      { patch: operations, arrayPrimaryKeys: { properties: ['propertyUrn'] } },
      { 'content-type': 'application/json-patch+json' },
    );

  it('deletes a missing definition', async () => {
    for (const urn of [dataset, propertyUrn(first), propertyUrn(other)]) {
      expect((await remove(urn)).status).toBe(200);
    }
  });

  it('defines a property again that was soft-deleted and hard-deleted before it was ever defined', async () => {
    expect((await post(propertyUrn(first), 'status', { removed: true })).status).toBe(200);
    expect((await remove(propertyUrn(first))).status).toBe(200);
  });

  it('echoes a definition with exactly what was sent', async () => {
    const definition = { ...retention, qualifiedName: first };
    const answer = await post(propertyUrn(first), 'propertyDefinition', definition);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(entity(propertyUrn(first), 'propertyDefinition', definition));
    expect(answer.text).toContain('[{"value":{"double":30.0},"description":"short"}');
    const read = await server.request('GET', aspectPath(propertyUrn(first), 'propertyDefinition', 'v3'));
    expect(read.json).toEqual({ value: definition });
  });

  it('creates a dataset asynchronously', async () => {
    const body = [entity(dataset, 'status', { removed: false })];
    const url = `/openapi/${version}/entity/dataset?createIfNotExists=false&createEntityIfNotExists=false`;
    const answer = await server.request('POST', url, body);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual(version === 'v3' ? body : [{ urn: dataset }]);
  });

  it('attaches values, without stamps', async () => {
    const value = { properties: [assignment(first, { double: 60 })] };
    const answer = await post(dataset, 'structuredProperties', value);
    expect(answer.json).toEqual(entity(dataset, 'structuredProperties', value));
    expect(answer.text).toContain('{"double":60.0}');
  });

  it('tolerates a parameter that is given twice', async () => {
    const url = `${aspectPath(propertyUrn(other), 'propertyDefinition', version)}?createIfNotExists=false&createIfNotExists=false`;
    const definition = { ...second, qualifiedName: other };
    const answer = await server.request('POST', url, wrapped(definition));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual(entity(propertyUrn(other), 'propertyDefinition', definition));
  });

  it('adds a property by patch, and removes it with an ignored value', async () => {
    const kept = assignment(first, { double: 60 });
    const added = assignment(other, { string: 'bar2' });
    const path = `/properties/${propertyUrn(other)}`;
    const both = await patch([{ op: 'add', path, value: added }]);
    expect(both.json).toEqual(entity(dataset, 'structuredProperties', { properties: [kept, added] }));
    const one = await patch([{ op: 'remove', path, value: added }]);
    expect(one.json).toEqual(entity(dataset, 'structuredProperties', { properties: [kept] }));
    const again = await patch([{ op: 'remove', path }]);
    expect(again.json).toEqual(one.json);
  });

  it.each([
    ['valueType', { valueType: 'urn:li:dataType:datahub.DOES_NOT_EXIST' }],
    ['valueType', { valueType: 'urn:li:container:datahub.string' }],
    ['valueType', { valueType: 'urn:li:dataType:(datahub.string' }],
    ['entityTypes', { entityTypes: ['urn:li:entityType:datahub.DOES_NOT_EXIST'] }],
    ['entityTypes', { entityTypes: ['urn:li:container:datahub.dataFlow'] }],
    ['entityTypes', { entityTypes: ['urn:li:entityType:(datahub.dataFlow'] }],
  ])('refuses a definition with a bad %s: %j', async (field, part) => {
    const name = `${version}.refused`;
    const answer = await post(propertyUrn(name), 'propertyDefinition', {
      ...second,
      qualifiedName: name,
      ...part,
    });
    expect(answer.status).toBe(400);
    const problem = expect.objectContaining({
      code: 'VALIDATION',
      kind: expect.stringMatching(/^(?:ENTITY_MISSING|ENTITY_TYPE_WRONG|ASPECT_INVALID)$/),
      message: ANY_TEXT,
      urn: propertyUrn(name),
      aspectName: 'propertyDefinition',
      field: expect.stringMatching(`^${field}\\b`),
    });
    expect(answer.json).toEqual({ error: 'Validation Error', message: ANY_TEXT, problems: [problem] });
  });
});
