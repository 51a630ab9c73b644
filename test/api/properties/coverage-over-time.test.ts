import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const DAY = 86_400_000;
const QUERY = `query c($input: PropertyCoverageOverTimeInput) { propertyCoverageOverTime(input: $input) {
  since properties { property { urn } points { time present possible } } } }`;

interface Point {
  readonly time: number;
  readonly present: number;
  readonly possible: number;
}

let now = Date.UTC(2026, 0, 1);
let server: TestServer;
let catalog: ReturnType<typeof clientOf>;

beforeAll(async () => {
  server = await startServer({ environment: { now: () => now } });
  catalog = clientOf(server);
});
afterAll(() => server.stop());

/** Does something in the middle of a day. */
async function onOneDay(run: () => Promise<unknown>): Promise<void> {
  now += DAY / 2;
  await run();
  now += DAY / 2;
}

async function overTime(
  input: object,
  of = server,
): Promise<{ readonly since: number; readonly points: Readonly<Record<string, readonly Point[]>> }> {
  const { data, errors } = await of.graphql(QUERY, { input });
  expect(errors).toBeUndefined();
  const { properties, since } = data.propertyCoverageOverTime;
  const entries: [string, Point[]][] = properties.map(
    ({ points, property }: { points: Point[]; property: { urn: string } }) => [property.urn, points],
  );
  return { since, points: Object.fromEntries(entries) };
}

const pairs = (points: readonly Point[] = []): readonly (readonly [number, number])[] =>
  points.map(({ possible, present }) => [present, possible]);

function post(path: string, body: unknown): Promise<Answer> {
  return server.request('POST', `/api/colophon/v1/property-coverage/over-time${path}`, body);
}

const ASSETS = ['a', 'b', 'c'].map((name) => datasetUrn(`model.${name}`));
const NAMES = ['model.one', 'model.two'];

/** What the model knows of an asset. */
interface Known {
  /** Number of its creations so far. */
  born: number;
  exists: boolean;
  removed: boolean;
  has: readonly string[];
}

describe('propertyCoverageOverTime', () => {
  it('equals a naive count at each time, for random changes', async () => {
    for (const name of NAMES) await catalog.define(name);
    const step = fc.record({
      asset: fc.nat(ASSETS.length - 1),
      kind: fc.constantFrom('assign', 'assign', 'touch', 'remove', 'return', 'delete'),
      has: fc.subarray(NAMES),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const model = new Map<string, Known>();
        const former: ReadonlyMap<string, Known>[] = [];
        for (const urn of ASSETS)
          await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
        now += 400 * DAY;
        for (const { asset, has, kind } of steps) {
          const urn = ASSETS[asset] ?? '';
          await onOneDay(() => change(model, urn, { has, kind }));
          former.push(structuredClone(model));
        }
        const days = steps.length;
        const answer = await overTime({ properties: NAMES.map(propertyUrn), days, points: days + 1 });
        for (const name of NAMES) {
          const counts = former.map((state) => naiveCount(state, model, name));
          const first = counts.findIndex(([, possible]) => possible > 0);
          const expected = first === -1 ? [[0, 0]] : counts.slice(first);
          // Now, nothing may exist any more.
          if (first !== -1) expected[expected.length - 1] = counts.at(-1) ?? [0, 0];
          expect(pairs(answer.points[propertyUrn(name)]), JSON.stringify(steps)).toEqual(expected);
        }
      }),
      { numRuns: 8, seed: 36 },
    );
  });

  it('counts as the present query does, at its last point', async () => {
    await catalog.define('same');
    for (const name of ['x', 'y']) await catalog.dataset(`same.${name}`);
    await catalog.assign(datasetUrn('same.x'), { same: [{ string: 'v' }] });
    const properties = [propertyUrn('same')];
    const { points } = await overTime({ properties });
    const present =
      'query c($input: PropertyCoverageInput) { propertyCoverage(input: $input) { present possible } }';
    const { data } = await server.graphql(present, { input: { properties, groups: 0 } });
    expect(points[propertyUrn('same')]?.at(-1)).toEqual({ time: now, ...data.propertyCoverage[0] });
  });

  it('begins with the property, and with its last breaking change', async () => {
    const urn = datasetUrn('young.a');
    await onOneDay(() => catalog.dataset('young.a'));
    await onOneDay(() => catalog.define('young'));
    await onOneDay(() => catalog.assign(urn, { young: [{ string: 'v' }] }));
    const ask = { properties: [propertyUrn('young')], days: 6, points: 7 };
    const shares = async (): Promise<readonly number[]> =>
      pairs((await overTime(ask)).points[propertyUrn('young')]).map(([present]) => present);
    expect(await shares()).toEqual([0, 1]);
    await onOneDay(() => catalog.define('young', { type: 'number', version: '20260301000000' }));
    expect(await shares()).toEqual([0]);
    await onOneDay(() => catalog.assign(urn, { young: [{ double: 1 }] }));
    expect(await shares()).toEqual([0, 1]);
  });

  it('counts the types asked for, and answers REST alike', async () => {
    await catalog.define('typed', { entityTypes: ['dataset', 'chart'] });
    await onOneDay(() => catalog.dataset('typed.a'));
    await writeAspect(server, 'urn:li:chart:(looker,typed)', 'chartInfo', {
      title: 't',
      description: '',
      lastModified: {
        created: { time: 0, actor: 'urn:li:corpuser:a' },
        lastModified: { time: 0, actor: 'urn:li:corpuser:a' },
      },
    });
    const properties = [propertyUrn('typed')];
    const possible = async (input: object): Promise<number | undefined> =>
      (await overTime({ properties, ...input })).points[propertyUrn('typed')]?.at(-1)?.possible;
    const both = (await possible({})) ?? 0;
    expect(await possible({ types: ['DATASET', 'CHART'] })).toBe(both);
    expect(await possible({ types: ['CHART'] })).toBe(1);
    expect(await possible({ types: ['DOMAIN'] })).toBe(0);
    const { json } = await post('', { properties, entityTypes: ['chart'], days: 2, points: 2 });
    expect(json.properties).toEqual([
      { property: propertyUrn('typed'), points: [{ time: now, present: 0, possible: 1 }] },
    ]);
  });

  it('shows nothing of hidden properties and assets', async () => {
    for (const name of ['plain', 'secret']) await catalog.define(name);
    const [seen, hidden] = [datasetUrn('rights.seen'), datasetUrn('rights.hidden')];
    for (const urn of [seen, hidden]) {
      await onOneDay(() => writeAspect(server, urn, 'datasetProperties', { name: urn }));
      await onOneDay(() => catalog.assign(urn, { plain: [{ string: 'v' }], secret: [{ string: 'v' }] }));
    }
    await hideEverything(server);
    const reader = await addActor(server, 'reader');
    await writePolicy(server, 'see', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
      resources: {
        filter: matching('URN', [seen]),
        privilegeConstraints: matching('URN', [propertyUrn('secret')], 'NOT_EQUALS'),
      },
    });
    const properties = ['plain', 'secret'].map(propertyUrn);
    const { points } = await overTime({ properties, days: 5, points: 6 }, reader);
    expect(Object.keys(points)).toEqual([propertyUrn('plain')]);
    expect(pairs(points[propertyUrn('plain')])).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it.each([
    [{ days: 0 }, "'days' must be a whole number from 1 to 366, not 0."],
    [{ days: 1e9 }, "'days' must be a whole number from 1 to 366, not 1000000000."],
    [{ points: 1 }, "'points' must be a whole number from 2 to 61, not 1."],
    [{ points: 2.5 }, "'points' must be a whole number from 2 to 61, not 2.5."],
    [{ entityTypes: ['table'] }, "Unknown entity type 'table'. Use a name such as dataset."],
    [
      { properties: Array.from({ length: 10_000 }, (_, i) => propertyUrn(`p${i}`)) },
      '10000 properties are too many. Request at most 50.',
    ],
  ])('refuses %o', async (body, message) => {
    const { json, status } = await post('', body);
    expect([status, json.message]).toEqual([400, message]);
  });
});

async function change(
  model: Map<string, Known>,
  urn: string,
  { has, kind }: { readonly has: readonly string[]; readonly kind: string },
): Promise<void> {
  const known = model.get(urn) ?? { born: 0, exists: false, removed: false, has: [] };
  model.set(urn, known);
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
  if (kind === 'delete') {
    await server.request('DELETE', path);
    Object.assign(known, { exists: false, removed: false, has: [] });
    return;
  }
  if (!known.exists) Object.assign(known, { exists: true, born: known.born + 1 });
  if (kind === 'assign') {
    // An asset must exist before it has values.
    await writeAspect(server, urn, 'datasetProperties', { name: urn });
    await catalog.assign(urn, Object.fromEntries(has.map((name) => [name, [{ string: 'v' }]])));
    known.has = has;
  } else if (kind === 'touch') {
    await writeAspect(server, urn, 'datasetProperties', { name: `${urn} ${now}` });
  } else {
    await writeAspect(server, urn, 'status', { removed: kind === 'remove' });
    known.removed = kind === 'remove';
  }
}

/** Assets that exist at the end, as they were. */
function naiveCount(
  state: ReadonlyMap<string, Known>,
  end: ReadonlyMap<string, Known>,
  property: string,
): [number, number] {
  const counted = [...state].filter(
    ([urn, { born, exists, removed }]) =>
      exists && !removed && end.get(urn)?.exists === true && end.get(urn)?.born === born,
  );
  return [counted.filter(([, { has }]) => has.includes(property)).length, counted.length];
}
