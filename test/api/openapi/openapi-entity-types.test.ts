import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { keyAspectValue } from '../../../src/model/aspects/key-aspect.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import type { EntitySpec } from '../../../src/model/entity-registry.ts';
import { isProtectedAspect, isSecretAspect } from '../../../src/model/aspects/secret-aspects.ts';
import { formatUrn } from '../../../src/model/urn.ts';
import { sampleAspect } from '../../support/samples/aspect-values.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

// Structured properties and versions have rules that a made-up value does not satisfy; they have tests of their own.
const WITH_RULES = new Set([
  'structuredProperties',
  'propertyDefinition',
  'structuredPropertySettings',
  'versionProperties',
]);

// What proves who somebody is cannot be written by anybody; a whole type of it is another test's.
const entities = [...loadRegistry(readRegistry()).entities.values()].filter(
  (entity) => !isProtectedAspect(sampleUrn(entity), entity.keyAspect.name),
);
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function sampleUrn(entity: EntitySpec): ReturnType<typeof formatUrn> {
  const parts = [...entity.keyAspect.record.fields.values()].map((field) => {
    if (field.isUrn) return 'urn:li:dataPlatform:hive';
    return field.type.kind === 'enum' ? ([...field.type.symbols][0] ?? '') : `${entity.name} sample`;
  });
  return formatUrn(entity.name, ...parts);
}

describe.each(entities.map((entity) => [entity.name, entity] as const))(
  '%s over OpenAPI',
  (_name, entity) => {
    const urn = sampleUrn(entity);
    const base = `/openapi/v3/entity/${entity.name.toLowerCase()}`;
    const url = `${base}/${encodeURIComponent(urn)}`;

    it('writes, echoes, reads, finds and deletes', async () => {
      const aspects = [...entity.aspects.values()].filter(
        (aspect) =>
          aspect.kind === 'versioned' &&
          aspect !== entity.keyAspect &&
          !WITH_RULES.has(aspect.name) &&
          !isSecretAspect(aspect.name),
      );
      const key = { value: keyAspectValue(entity, urn) };
      const values = Object.fromEntries(
        aspects.map((aspect) => [aspect.name, { value: sampleAspect(aspect, 'required') }]),
      );
      const element = { urn, ...values, ...(aspects.length === 0 && { [entity.keyAspect.name]: key }) };
      const written = await server.request('POST', `${base}?async=false`, [element]);
      expect(written.status, written.text).toBe(200);
      const read = await server.request('GET', url);
      expect(read.json).toMatchObject({ urn, [entity.keyAspect.name]: key, ...values });
      expect((await server.request('HEAD', url)).status).toBe(204);
      const batch = await server.request('POST', `${base}/batchGet`, [{ urn }]);
      expect(batch.json).toEqual([read.json]);
      const listed = await server.request('GET', `${base}?count=5000&aspects=${entity.keyAspect.name}`);
      expect(jsonAt(listed.json, 'entities')).toContainEqual({ urn, [entity.keyAspect.name]: key });
      expect((await server.request('DELETE', url)).status).toBe(200);
      expect((await server.request('HEAD', url)).status).toBe(404);
    });
  },
);
