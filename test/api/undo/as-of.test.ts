import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const ORDERS = datasetUrn('orders');
const DAY = 86_400_000;

let now = Date.UTC(2026, 0, 1);
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** May read datasets, but only the property `open`. */
let steward: TestServer;
/** Times: before the first write, after the first description and values, after the second, after the deletion. */
const moments: string[] = [];

beforeAll(async () => {
  root = await startServer({ environment: { now: () => now } });
  catalog = clientOf(root);
  await catalog.define('open');
  await catalog.define('closed');
  await hideEverything(root);
  steward = await addActor(root, 'steward');
  await writePolicy(root, 'see', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('steward')] },
    resources: {
      allResources: true,
      privilegeConstraints: matching('URN', [propertyUrn('closed')], 'NOT_EQUALS'),
    },
  });
  const pass = (): void => {
    now += 1_000;
    moments.push(new Date(now).toISOString());
    now += 1_000;
  };
  pass();
  await writeAspect(root, ORDERS, 'datasetProperties', { description: 'first' });
  await catalog.assign(ORDERS, { open: [{ string: 'a' }], closed: [{ string: 'hush' }] });
  pass();
  await writeAspect(root, ORDERS, 'datasetProperties', { description: 'second' });
  pass();
  await root.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`);
  pass();
});
afterAll(() => root.stop());

function asOf(moment: string, server = root, urn = ORDERS): Promise<Answer> {
  return server.request(
    'GET',
    `/api/colophon/v1/entities/${encodeURIComponent(urn)}?asOf=${encodeURIComponent(moment)}`,
  );
}

describe('an entity as of a moment', () => {
  it('has its aspects at the moment, also if it was deleted later', async () => {
    const [none = '', first = '', second = '', gone = ''] = moments;
    expect((await asOf(none)).status).toBe(404);
    const then = await asOf(first);
    expect(then.status, then.text).toBe(200);
    expect(then.json.aspects.datasetProperties.value).toMatchObject({ description: 'first' });
    expect(then.json.aspects.structuredProperties.value.properties).toHaveLength(2);
    expect((await asOf(second)).json.aspects.datasetProperties.value).toMatchObject({
      description: 'second',
    });
    expect((await asOf(gone)).status).toBe(404);
    expect((await asOf(then.json.asOf)).json).toEqual(then.json);
  });

  it('shows only what the caller may see today', async () => {
    const { json, text } = await asOf(moments[1] ?? '', steward);
    expect(json.aspects.structuredProperties.value.properties).toMatchObject([
      { propertyUrn: propertyUrn('open') },
    ]);
    expect(text).not.toContain('hush');
    const stranger = await addActor(root, 'stranger');
    expect((await asOf(moments[1] ?? '', stranger)).status).toBe(403);
  });

  it('names the problem of the moment or the urn', async () => {
    expect((await asOf('yesterday')).text).toContain(
      'Parameter asOf must be a cursor, now, oldest or a time',
    );
    expect((await asOf('now', root, 'orders')).status).toBe(400);
    const bare = await root.request('GET', `/api/colophon/v1/entities/${encodeURIComponent(ORDERS)}`);
    expect([bare.status, bare.text]).toEqual([
      400,
      expect.stringContaining('asOf must be a string, but it is missing'),
    ]);
  });
});

describe('two moments', () => {
  it('are compared, by the command line too', async () => {
    const [, first = '', second = '', gone = ''] = moments;
    const path = (from: string, to: string): string =>
      `/api/colophon/v1/diff?${new URLSearchParams({ urn: ORDERS, from, to }).toString()}`;
    const { json } = await root.request('GET', path(first, second));
    expect(json.differences).toMatchObject([
      { aspectName: 'datasetProperties', before: { description: 'first' }, after: { description: 'second' } },
    ]);
    const removed = await root.request('GET', path(second, gone));
    expect(removed.json.differences.map(({ after }: { after: unknown }) => after)).toEqual([null, null]);
    expect((await root.request('GET', path(first, first))).json.differences).toEqual([]);
    const { data } = await root.graphql(
      'query diff($input: CompareMomentsInput!) { compareMoments(input: $input) { from to differences { aspectName before after } } }',
      { input: { urn: ORDERS, from: first, to: second } },
    );
    expect(data.compareMoments).toMatchObject({ from: json.from, to: json.to });
    const [difference] = data.compareMoments.differences;
    expect(JSON.parse(difference.before)).toEqual(json.differences[0].before);
    using computer = new Computer(root);
    const shown = await computer.run(['diff', '--urn', ORDERS, '--from', first, '--to', second]);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toContain('  - description: "first"\n  + description: "second"');
    const refused = await computer.run(['diff', '--urn', ORDERS, '--from', 'yesterday']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Parameter from must be a cursor');
  });
});

describe('a moment that is no longer kept', () => {
  it('is refused as gone', async () => {
    for (let i = 0; i < 22; i++)
      await writeAspect(root, datasetUrn('busy'), 'datasetProperties', { description: `${i}` });
    const cut = await asOf(moments[3] ?? '', root, datasetUrn('busy'));
    expect([cut.status, cut.text]).toEqual([
      410,
      expect.stringContaining('no version that old is kept of datasetProperties'),
    ]);
    now += 8 * DAY;
    const old = await asOf(moments[1] ?? '');
    expect([old.status, old.text]).toEqual([410, expect.stringContaining('deletions.keepFor')]);
    expect((await asOf('now', root, datasetUrn('busy'))).status).toBe(200);
  });
});
