import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const [MINE, SECRET] = [datasetUrn('mine'), propertyUrn('secret')];
const PATH = '/api/colophon/v1/change-count';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** May view MINE, without the property SECRET. */
let reader: TestServer;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await catalog.define('team');
  await catalog.define('secret');
  await hideEverything(root);
  reader = await addActor(root, 'reader');
  await writePolicy(root, 'reader', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('reader')] },
    resources: {
      filter: matching('URN', [MINE]),
      privilegeConstraints: matching('URN', [SECRET], 'NOT_EQUALS'),
    },
  });
});
afterAll(() => root.stop());

const ask = (urn: string, server = root) => server.request('GET', `${PATH}?urn=${encodeURIComponent(urn)}`);

async function countOf(urn: string, server = root): Promise<unknown> {
  const { json, status, text } = await ask(urn, server);
  expect(status, text).toBe(200);
  const answer = await server.graphql('query ($urn: String!) { changeCount(urn: $urn) { count isExact } }', {
    urn,
  });
  expect(answer.data.changeCount).toEqual(json);
  expect(json.isExact).toBe(true);
  return json.count;
}

const describeAs = (urn: string, description: string) =>
  writeAspect(root, urn, 'editableDatasetProperties', { description });

describe('the number of changes of an entity', () => {
  it('is exact after each write, in all protocols', async () => {
    const urn = datasetUrn('counted');
    expect(await countOf(urn)).toBe(0);
    await describeAs(urn, '1');
    const first = Number(await countOf(urn));
    await describeAs(urn, '2');
    expect(await countOf(urn)).toBe(first + 1);
    // The same value again is no change.
    await describeAs(urn, '2');
    expect(await countOf(urn)).toBe(first + 1);
    await writeAspect(root, urn, 'status', { removed: true });
    expect(await countOf(urn)).toBe(first + 2);
    await root.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
    expect(await countOf(urn)).toBe(0);
  });

  it('has nothing of hidden properties', async () => {
    await describeAs(MINE, '1');
    const before = [await countOf(MINE), await countOf(MINE, reader)].map(Number);
    await catalog.assign(MINE, { secret: [{ string: 'a' }] });
    expect([await countOf(MINE), await countOf(MINE, reader)]).toEqual([Number(before[0]) + 1, before[1]]);
    await catalog.assign(MINE, { secret: [{ string: 'b' }] });
    expect([await countOf(MINE), await countOf(MINE, reader)]).toEqual([Number(before[0]) + 2, before[1]]);
    await catalog.assign(MINE, { secret: [{ string: 'b' }], team: [{ string: 'a' }] });
    expect([await countOf(MINE), await countOf(MINE, reader)]).toEqual([
      Number(before[0]) + 3,
      Number(before[1]) + 1,
    ]);
  });

  it('has nothing of settings of others, of passwords and of secrets', async () => {
    const viewer = await addActor(root, 'viewer');
    await writePolicy(root, 'viewer', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('viewer')] },
    });
    const urn = userUrn('reader');
    const before = Number(await countOf(urn));
    expect(await countOf(urn, viewer)).toBe(before);
    await reader.graphql('mutation { updateCorpUserViewsSettings(input: { defaultView: null }) }');
    await reader.graphql(
      'mutation { updateUserSetting(input: { name: SHOW_SIMPLIFIED_HOMEPAGE, value: true }) }',
    );
    expect(await countOf(urn)).toBeGreaterThan(before);
    expect(await countOf(urn, viewer)).toBe(before);
    const secret = await root.graphql('mutation { createSecret(input: { name: "s", value: "1" }) }');
    const secretUrn = String(secret.data.createSecret);
    const created = await countOf(secretUrn);
    await root.graphql(
      'mutation ($urn: String!) { updateSecret(input: { urn: $urn, name: "s", value: "2" }) }',
      { urn: secretUrn },
    );
    expect(await countOf(secretUrn)).toBe(created);
  });

  it('is refused alike for hidden and for missing entities', async () => {
    const hidden = datasetUrn('hidden');
    await describeAs(hidden, '1');
    const answers = await Promise.all([ask(hidden, reader), ask(datasetUrn('missin'), reader)]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers[0].text).toBe(answers[1].text.replaceAll('missin', 'hidden'));
  });

  it('is refused for what is no urn', async () => {
    for (const urn of [
      '',
      'orders',
      'urn:li:dataset',
      'urn:li:nothing:x',
      `urn:li:tag:${'x'.repeat(5000)}`,
    ]) {
      expect([400, 403], urn).toContain((await ask(urn, reader)).status);
    }
    expect((await root.request('GET', PATH)).status).toBe(400);
    expect((await root.request('GET', `${PATH}?urn=a&urn=b`)).status).toBe(400);
    expect((await root.request('POST', PATH, { urn: [MINE] })).status).toBe(405);
  });
});
