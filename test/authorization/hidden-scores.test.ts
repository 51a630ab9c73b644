import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../support/test-actors.ts';

const SECRET = datasetUrn('secret');
const COUNT = 5;

let root: TestServer;
let viewer: TestServer;

beforeAll(async () => {
  root = await startServer();
  const client = clientOf(root);
  for (let i = 0; i < COUNT; i++) {
    await client.dataset(`open.${i}`, { name: `open ${i}`, description: i < 2 ? 'payroll' : 'other' });
  }
  await hideEverything(root);
  viewer = await addActor(root, 'viewer');
  await writePolicy(root, 'all but one', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('viewer')] },
    resources: { filter: matching('URN', [SECRET], 'NOT_EQUALS') },
  });
});
afterAll(() => root.stop());

/** Scores of the results in Rest.li. */
async function scores(as: TestServer): Promise<unknown> {
  const asked = { entity: 'dataset', input: 'payroll', start: 0, count: 10, fulltext: true };
  const { json } = await as.request('POST', '/entities?action=search', asked);
  return json.value.entities.map(({ entity, score }: { entity: string; score: number }) => [entity, score]);
}

it('scores do not reveal words of hidden entities', async () => {
  await clientOf(root).dataset('secret', { name: 'secret', description: 'nothing here' });
  const [before, beforeRoot] = [await scores(viewer), await scores(root)];
  await clientOf(root).dataset('secret', { name: 'payroll', description: 'payroll team payroll' });
  expect(await scores(viewer)).toEqual(before);
  expect(await scores(root)).not.toEqual(beforeRoot);
  await root.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(SECRET)}`);
  expect(await scores(viewer)).toEqual(before);
});
