import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const FIELD = 'catalogModifiedAt';
const [A, B, C] = ['a', 'b', 'c'].map((name) => datasetUrn(name));

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
  for (const name of ['a', 'b', 'c']) await catalog.dataset(name);
});
afterAll(() => root.stop());

/** Urns of the datasets by their last change, the latest first; with `since`, of those changed since then. */
async function found(server = root, since?: number): Promise<readonly string[]> {
  const criterion = { field: FIELD, condition: 'GREATER_THAN', values: [String(since)] };
  const input = {
    types: ['DATASET'],
    query: '*',
    ...(since !== undefined && { orFilters: [{ and: [criterion] }] }),
    sortInput: { sortCriteria: [{ field: FIELD, sortOrder: 'DESCENDING' }] },
  };
  const { json } = await server.request('POST', '/api/graphql', {
    query:
      'query q($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { searchResults { entity { urn } } } }',
    variables: { input },
  });
  expect(json.errors).toBeUndefined();
  return json.data.searchAcrossEntities.searchResults.map(
    ({ entity }: { readonly entity: { readonly urn: string } }) => entity.urn,
  );
}

/** Time of the last change of a dataset, from the change feed. */
async function lastChangeOf(urn: string | undefined): Promise<number> {
  const path = `/api/colophon/v1/changes?since=oldest&urn=${encodeURIComponent(urn ?? '')}&limit=1000`;
  const { json } = await root.request('GET', path);
  return json.events.at(-1).time;
}

/** Changes something later than all changes before, by the clock. */
async function change(write: () => Promise<unknown>): Promise<void> {
  const before = Math.max(...(await Promise.all([A, B, C].map(lastChangeOf))));
  await expect.poll(() => Date.now()).toBeGreaterThan(before);
  await write();
}

it('finds and sorts by the last change in the catalog, and keeps it when the index is rebuilt', async () => {
  await change(() => writeAspect(root, B ?? '', 'editableDatasetProperties', { description: 'x' }));
  await change(() => catalog.assign(A ?? '', { team: [{ string: 'red' }] }));
  expect((await found()).slice(0, 2)).toEqual([A, B]);
  const ofB = await lastChangeOf(B);
  expect(await found(root, ofB)).toEqual([A]);
  expect(await found(root, ofB - 1)).toEqual([A, B]);
  // A write of the same value, and a point of data, are no changes.
  await writeAspect(root, B ?? '', 'editableDatasetProperties', { description: 'x' });
  await writeAspect(root, C ?? '', 'datasetProfile', { timestampMillis: Date.now(), rowCount: 1 });
  expect((await found()).slice(0, 2)).toEqual([A, B]);
  const rebuilt = await root.request(
    'POST',
    '/openapi/operations/elasticSearch/restoreIndices?batchSize=100',
  );
  expect(rebuilt.status, rebuilt.text).toBeLessThan(300);
  expect((await found()).slice(0, 2)).toEqual([A, B]);
});

it('does not reveal when a hidden value was written', async () => {
  await hideEverything(root);
  const reader = await addActor(root, 'change-reader');
  await writePolicy(root, 'change-reader', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('change-reader')] },
    resources: {
      allResources: true,
      privilegeConstraints: matching('URN', [propertyUrn('team')], 'NOT_EQUALS'),
    },
  });
  await change(() => catalog.assign(C ?? '', { team: [{ string: 'blue' }] }));
  expect((await found())[0]).toBe(C);
  expect((await found(reader))[0]).toBe(B);
  expect(await found(reader, await lastChangeOf(B))).toEqual([]);
});
