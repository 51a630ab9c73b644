import { expect } from 'vitest';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import type { Call } from './acknowledged-writes.ts';

const HELD = 300;

/** Assigns a property to 300 datasets and hard-deletes it; a background job then removes its values. */
export async function beginRemoval(call: Call, name: string): Promise<void> {
  const define = [{ urn: propertyUrn(name), propertyDefinition: { value: definition(name) } }];
  const values = Array.from({ length: HELD }, (_, n) => ({
    urn: datasetUrn(`${name}.held${n}`),
    structuredProperties: {
      value: { properties: [{ propertyUrn: propertyUrn(name), values: [{ string: 'x' }] }] },
    },
  }));
  await succeed(call, 'POST', '/openapi/v3/entity/structuredProperty?async=false', define);
  await succeed(call, 'POST', '/openapi/v3/entity/dataset?async=false', values);
  const urn = encodeURIComponent(propertyUrn(name));
  await succeed(call, 'DELETE', `/openapi/v3/entity/structuredProperty/${urn}`);
}

/** Whether the job has removed all values of a deleted property. */
export async function isRemoved(call: Call, name: string): Promise<boolean> {
  const { json } = await call('GET', '/api/colophon/v1/jobs');
  const job = jsonItems(json, 'jobs').find((one) => jsonAt(one, 'propertyUrn') === propertyUrn(name));
  return jsonAt(job, 'state') === 'finished' && jsonAt(job, 'left') === 0;
}

async function succeed(call: Call, ...request: Parameters<Call>): Promise<void> {
  const { json, status } = await call(...request);
  expect(status, JSON.stringify(json)).toBe(200);
}
