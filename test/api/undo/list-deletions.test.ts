import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

const PATH = '/api/colophon/v1/deletions';

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  await hideEverything(root);
});
afterAll(() => root.stop());

async function remove(urn: string): Promise<void> {
  const { status, text } = await root.request(
    'DELETE',
    `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`,
  );
  expect(status, text).toBeLessThan(300);
}

interface Listed {
  readonly kind: string;
  readonly urn: string;
  readonly sequence: number;
}

async function listed(query = '', server = root): Promise<readonly Listed[]> {
  const { json, status, text } = await server.request('GET', `${PATH}${query}`);
  expect(status, text).toBe(200);
  return json.deletions;
}

describe('the list of deletions', () => {
  it('has deleted entities latest first, in pages, without those that exist again', async () => {
    const urns = ['a', 'b', 'c', 'd'].map((name) => datasetUrn(name));
    for (const name of ['a', 'b', 'c', 'd']) await catalog.dataset(name);
    for (const urn of urns) await remove(urn);
    await catalog.dataset('b');
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { json } = await root.request(
        'GET',
        `${PATH}?entityTypes=dataset&count=2&cursor=${cursor}`.replace(/&cursor=$/, ''),
      );
      found.push(...json.deletions.map(({ urn }: Listed) => urn));
      if (json.next === null) break;
      cursor = json.next;
    }
    expect(found).toEqual([datasetUrn('d'), datasetUrn('c'), datasetUrn('a')]);
    const [first] = await listed('?entityTypes=DATASET&count=1');
    expect(first).toMatchObject({
      kind: 'entity',
      urn: datasetUrn('d'),
      entityType: 'dataset',
      actor: userUrn('datahub'),
      time: expect.any(Number),
      undoableUntil: expect.any(Number),
    });
    await root.request('POST', '/api/colophon/v1/undo', { urn: datasetUrn('d') });
    expect((await listed('?entityTypes=dataset')).map(({ urn }) => urn)).not.toContain(datasetUrn('d'));
  });

  it('has breaking changes of properties, until they are undone', async () => {
    await catalog.define('size');
    await catalog.dataset('e');
    await catalog.assign(datasetUrn('e'), { size: [{ string: 'x' }] });
    const broken = { type: 'number', version: '20260101000000' };
    await catalog.define('size', broken);
    const [change] = await listed('?entityTypes=structuredProperty');
    expect(change).toMatchObject({ kind: 'values', urn: propertyUrn('size') });
    const { status } = await root.request('POST', '/api/colophon/v1/plans/undo', {
      commit: change?.sequence,
    });
    expect(status).toBe(200);
    expect(await listed('?entityTypes=structuredProperty')).not.toContainEqual(
      expect.objectContaining({ sequence: change?.sequence }),
    );
  });

  it('omits the clearing of a property that was changed again', async () => {
    await catalog.define('unit');
    await catalog.define('unit', { type: 'number', version: '20260101000000' });
    const { urn, propertyDefinition } = {
      urn: propertyUrn('unit'),
      propertyDefinition: { ...definition('unit', { type: 'number' }), description: 'later' },
    };
    await root.request('POST', '/api/colophon/v1/plans/apply', {
      definitions: [{ urn, propertyDefinition }],
    });
    expect((await listed('?entityTypes=structuredProperty')).map((one) => one.urn)).not.toContain(urn);
  });

  it('shows only what the caller may view, in each protocol', async () => {
    for (const name of ['open', 'hidden']) {
      await catalog.dataset(name);
      await remove(datasetUrn(name));
    }
    const reader = await addActor(root, 'bin-reader');
    expect((await reader.request('GET', PATH)).status).toBe(403);
    await writePolicy(root, 'see-open', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('bin-reader')] },
      resources: { filter: matching('URN', [datasetUrn('open')]) },
    });
    expect((await listed('?entityTypes=dataset', reader)).map(({ urn }) => urn)).toEqual([
      datasetUrn('open'),
    ]);
    const { json } = await reader.request('POST', '/api/graphql', {
      query:
        '{ listDeletions(input: { count: 10, entityTypes: ["dataset"] }) { deletions { kind urn time } next undoableFor } }',
    });
    expect(json.data.listDeletions).toMatchObject({
      deletions: [{ kind: 'ENTITY', urn: datasetUrn('open'), time: expect.any(Number) }],
      next: null,
      undoableFor: 7 * 86_400_000,
    });
    using computer = new Computer(root);
    const { code, stdout } = await computer.run(['deletions', '--type', 'dataset']);
    expect(code).toBe(0);
    expect(stdout).toContain(`colophon undo --urn '${datasetUrn('hidden')}'`);
  });

  it('refuses other input', async () => {
    const bad = ['count=0', 'count=201', 'count=x', 'entityTypes=none', 'cursor=x', 'cursor=MTIgeA'];
    for (const query of bad) {
      const { status, text } = await root.request('GET', `${PATH}?${query}`);
      expect(status, text).toBe(400);
    }
  });
});
