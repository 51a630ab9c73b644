import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writePolicy } from '../../support/test-actors.ts';

let root: TestServer;
let creators: TestServer[];
beforeAll(async () => {
  root = await startServer();
  creators = await Promise.all(['ann', 'ben', 'cat'].map((name) => addActor(root, name)));
  await writePolicy(root, 'create', {
    privileges: ['CREATE_ENTITY'],
    actors: {
      users: ['ann', 'ben', 'cat'].map(userUrn),
      allUsers: false,
      allGroups: false,
      resourceOwners: false,
    },
  });
});
afterAll(() => root.stop());

describe('a user who may create but not change entities', () => {
  it('loses to a concurrent creation of the same entity', async () => {
    const urns = Array.from({ length: 40 }, (_, i) => datasetUrn(`race${i}`));
    const answers = await Promise.all(
      urns.map((urn) =>
        Promise.all(
          creators.map(async (creator, i) => {
            const path = aspectPath(urn, 'datasetProperties');
            return (await creator.request('POST', path, { name: `by ${i}` })).status;
          }),
        ),
      ),
    );
    for (const [i, statuses] of answers.entries()) {
      expect(statuses.toSorted()).toEqual([200, 403, 403]);
      const { json } = await root.request('GET', aspectPath(urns[i] ?? '', 'datasetProperties', 'v3'));
      expect(json.value.name).toBe(`by ${statuses.indexOf(200)}`);
    }
  });
});
