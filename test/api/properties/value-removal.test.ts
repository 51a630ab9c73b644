import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../../src/model/urn.ts';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { openPlacedStore } from '../../support/engines/open-placed-store.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-removal-'));
  server = await startServer({ folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stored text of an aspect, including hidden and invalid values, after the server has stopped. */
async function storedRows(urns: readonly string[]): Promise<string[]> {
  await using store = await openPlacedStore(folder);
  const rows = await store.reader.rows(urns.map((urn) => parseUrn(urn)));
  return urns.map((urn) => rows.get(parseUrn(urn))?.rows.get('structuredProperties')?.aspect.text ?? '');
}

describe('values of a deleted property', () => {
  it('are removed from every entity, and only they', async () => {
    const client = clientOf(server);
    await client.define('gone.team', { entityTypes: ['dataset', 'chart'] });
    await client.define('gone.kept');
    const urns = ['a', 'b', 'c'].map((name) => datasetUrn(name));
    for (const name of ['a', 'b', 'c']) {
      await client.dataset(name);
      await client.assign(datasetUrn(name), {
        'gone.team': [{ string: 'red' }],
        'gone.kept': [{ string: name }],
      });
    }
    const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn('gone.team'))}`;
    expect((await server.request('DELETE', path)).status).toBe(200);
    const { data } = await server.graphql('{ propertyValueRemovals { propertyUrn reason found } }');
    expect(data.propertyValueRemovals).toMatchObject([
      { propertyUrn: propertyUrn('gone.team'), reason: 'DELETED' },
    ]);
    const { json } = await server.request('GET', '/api/colophon/v1/jobs');
    expect(json.jobs).toMatchObject([{ propertyUrn: propertyUrn('gone.team'), reason: 'deleted' }]);
    await server.stop({ keepFolder: true });

    // The next server completes what the first one did not finish, before it can be stopped.
    server = await startServer({ folder });
    for (const urn of urns) {
      const { json } = await server.request('GET', aspectPath(urn, 'structuredProperties', 'v3'));
      expect(json.value.properties).toHaveLength(1);
    }
    await server.stop({ keepFolder: true });
    const texts = await storedRows(urns);
    expect(texts.join()).not.toContain('gone.team');
    expect(texts.every((text) => text.includes('gone.kept'))).toBe(true);
  });

  it('leave the other values to the run that wrote them, which can be rolled back', async () => {
    const client = clientOf(server);
    for (const name of ['ended', 'other']) await client.define(name);
    await client.dataset('of.run');
    const path = aspectPath(datasetUrn('of.run'), 'structuredProperties', 'v3');
    const properties = ['ended', 'other'].map((name) => ({
      propertyUrn: propertyUrn(name),
      values: [{ string: 'x' }],
    }));
    const systemMetadata = { runId: 'a-run', lastObserved: 1 };
    const body = { value: { properties }, systemMetadata };
    expect((await server.request('POST', `${path}?createIfNotExists=false`, body)).status).toBe(200);
    const ended = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn('ended'))}`;
    expect((await server.request('DELETE', ended)).status).toBe(200);
    await until('the values are removed', async () => {
      const { json } = await server.request('GET', '/api/colophon/v1/jobs');
      return jsonItems(json, 'jobs').every((job) => jsonAt(job, 'state') === 'finished');
    });
    expect(await client.values(datasetUrn('of.run'))).toEqual({ other: [{ string: 'x' }] });
    await server.request('POST', '/runs?action=rollback', { runId: 'a-run' });
    expect(await client.values(datasetUrn('of.run'))).toEqual({});
    await server.stop({ keepFolder: true });
  });
});
