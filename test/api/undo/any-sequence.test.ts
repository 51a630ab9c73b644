import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit, ended } from '../../support/bulk-edits.ts';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { SEED, effort } from '../../support/effort.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { userUrn, writeAspect } from '../../support/test-actors.ts';

/** Sequences of changes; fewer where each step waits for engines. */
const RUNS = effort(isKeptInFolders() ? 15 : 4);
/** Fewer versions of each aspect than the history keeps. */
const MOST_STEPS = 9;

const TAGS = ['urn:li:tag:u1', 'urn:li:tag:u2'];
const DOMAINS = ['urn:li:domain:u1', 'urn:li:domain:u2'];
const ASPECTS = ['datasetProperties', 'globalTags', 'ownership', 'domains', 'structuredProperties'];
const OPTIONS = {
  cardinality: 'MULTIPLE',
  allowedValues: ['x', 'y', 'z'].map((string) => ({ string })),
} as const;

/** Values of aspects by name, of a dataset or property. */
type Aspects = Readonly<Record<string, unknown>>;

let root: TestServer;
let catalog: ReturnType<typeof clientOf>;

beforeAll(async () => {
  root = await startServer();
  catalog = clientOf(root);
  for (const tag of TAGS) await writeAspect(root, tag, 'tagProperties', { name: tag });
  for (const domain of DOMAINS) await writeAspect(root, domain, 'domainProperties', { name: domain });
});
afterAll(() => root.stop());

/** The datasets and properties of one sequence, and their states at each moment. */
class World {
  readonly datasets: readonly string[];
  readonly names: readonly string[];
  /**
   * `dead`: names of properties whose recorded values have become invalid since; `hidden`: names of properties
   * soft-deleted at the moment. Values as of the moment are shown unless their property is soft-deleted when they are
   * read.
   */
  readonly records: {
    readonly cursor: string;
    readonly urn: string;
    readonly aspects: Aspects;
    readonly dead: Set<string>;
    readonly hidden: ReadonlySet<string>;
  }[] = [];
  #version = 0;

  constructor(prefix: string) {
    this.datasets = ['a', 'b', 'c'].map((name) => datasetUrn(`${prefix}.${name}`));
    this.names = ['p', 'q'].map((name) => `${prefix}.${name}`);
  }

  dataset(i: number): string {
    return this.datasets[i % this.datasets.length] ?? '';
  }

  name(i: number): string {
    return this.names[i % this.names.length] ?? '';
  }

  /** Greater than all earlier ones, also than those that an undo sets. */
  version(): string {
    this.#version += 60_000;
    const time = new Date(Date.UTC(2090, 0, 1) + this.#version).toISOString();
    return time.replace(/\D/g, '').slice(0, 14);
  }

  /** Records the current state of all entities. */
  async record(): Promise<void> {
    const { cursor } = (await root.request('GET', '/api/colophon/v1/changes?since=now')).json;
    const hidden = await this.softDeleted();
    for (const urn of [...this.datasets, ...this.names.map(propertyUrn)]) {
      this.records.push({ cursor, urn, aspects: await aspectsOf(urn), dead: new Set(), hidden });
    }
  }

  /** Names of the properties that are soft-deleted now. */
  async softDeleted(): Promise<ReadonlySet<string>> {
    const names = await Promise.all(
      this.names.map(async (name) => {
        const { status } = await aspectsOf(propertyUrn(name));
        return Object(status)['removed'] === true ? [name] : [];
      }),
    );
    return new Set(names.flat());
  }

  /** Records that the values of a property have become invalid. */
  bury(name: string): void {
    for (const { dead } of this.records) dead.add(name);
  }

  /** The complete state, except for what may differ after an undo: order, stamps and empty lists. */
  async state(): Promise<unknown> {
    const urns = [...this.datasets, ...this.names.map(propertyUrn)];
    return Promise.all(urns.map(async (urn) => [urn, plain(await aspectsOf(urn))]));
  }
}

async function aspectsOf(urn: string): Promise<Aspects> {
  const names = urn.startsWith('urn:li:dataset:') ? ASPECTS : ['propertyDefinition', 'status'];
  const all = await Promise.all(
    names.map(async (name) => {
      const { json, status } = await root.request('GET', aspectPath(urn, name, 'v3'));
      return status === 404 ? [] : [[name, json.value]];
    }),
  );
  return Object.fromEntries(all.flat());
}

/** Aspects of an entity as of a moment. */
async function aspectsAsOf(urn: string, cursor: string): Promise<Aspects> {
  const path = `/api/colophon/v1/entities/${encodeURIComponent(urn)}?asOf=${cursor}`;
  const { json, status, text } = await root.request('GET', path);
  if (status === 404) return {};
  expect(status, text).toBe(200);
  const aspects: Record<string, { value: unknown }> = json.aspects;
  const names = [...ASPECTS, 'propertyDefinition', 'status'];
  return Object.fromEntries(
    Object.entries(aspects).flatMap(([name, { value }]) => (names.includes(name) ? [[name, value]] : [])),
  );
}

/** The visible values. */
function plain(aspects: Aspects): unknown {
  const listIn = (name: string, list: string): readonly object[] => {
    const value = aspects[name];
    return Object(value)[list] ?? [];
  };
  const { version: _, ...defined } = Object(aspects['propertyDefinition'] ?? {});
  return {
    description: Object(aspects['datasetProperties'])['description'],
    tags: new Set(listIn('globalTags', 'tags')),
    owners: new Set(listIn('ownership', 'owners').map((one) => Object(one)['owner'])),
    domains: listIn('domains', 'domains'),
    values: valuesIn(aspects),
    removed: Object(aspects['status'])['removed'] ?? false,
    defined: { ...defined, lastModified: undefined, created: undefined },
  };
}

function valuesIn(aspects: Aspects, dead: ReadonlySet<string> = new Set()): ReadonlyMap<string, unknown> {
  const properties: { propertyUrn: string; values: unknown }[] =
    Object(aspects['structuredProperties'])['properties'] ?? [];
  return new Map(
    properties
      .filter(({ propertyUrn: urn }) => !dead.has(urn.slice(propertyUrn('').length)))
      .map(({ propertyUrn: urn, values }) => [urn, values]),
  );
}

interface Step {
  readonly what: string;
  readonly run: (world: World) => Promise<void>;
}

const number = fc.integer({ min: 0, max: 5 });
const tag = fc.constantFrom(...TAGS);
const values = fc.subarray(['x', 'y', 'z']);

function step(what: string, run: Step['run']): Step {
  return { what, run };
}

const describing = fc.tuple(number, fc.constantFrom('one', 'two')).map(([i, description]) =>
  step(`describe ${i} as ${description}`, async (world) => {
    await writeAspect(root, world.dataset(i), 'datasetProperties', { description });
  }),
);

const tagging = fc.tuple(number, fc.subarray(TAGS)).map(([i, tags]) =>
  step(`tag ${i} with ${tags.join()}`, async (world) => {
    const attached = tags.map((urn) => ({ tag: urn, context: `of ${i}` }));
    await writeAspect(root, world.dataset(i), 'globalTags', { tags: attached });
  }),
);

/** May be refused: an undefined property. */
const assigning = fc.tuple(number, number, values).map(([i, j, texts]) =>
  step(`assign ${texts.join()} of ${j} to ${i}`, async (world) => {
    await catalog.assign(world.dataset(i), { [world.name(j)]: texts.map((string) => ({ string })) });
  }),
);

/** May be refused: a property that exists with a value of another kind. */
const defining = number.map((i) =>
  step(`define ${i}`, async (world) => {
    await catalog.post(propertyUrn(world.name(i)), 'propertyDefinition', definition(world.name(i), OPTIONS));
  }),
);

/** A step that is undone, unless `stays`; undoing it restores the previous state. */
function undoable(
  what: string,
  stays: boolean,
  run: (world: World) => Promise<(() => Promise<void>) | undefined>,
) {
  return step(stays ? what : `${what}, and undo that`, async (world) => {
    const before = await world.state();
    const undo = await run(world);
    if (stays || undo === undefined) return;
    await world.record();
    await undo();
    expect(await world.state(), what).toEqual(before);
  });
}

/** Undoes a deletion, or a plan, and waits for the values. */
async function bringBack(path: string, body: object): Promise<void> {
  const { json, status, text } = await root.request('POST', `/api/colophon/v1/${path}`, body);
  expect(status, text).toBe(200);
  for (const { edit: id } of [json.values ?? []].flat()) {
    expect((await ended(root, id)).result).toMatchObject({ failed: 0 });
  }
}

const anyChange = fc.oneof(
  fc
    .tuple(fc.constantFrom('set', 'add', 'remove'), tag)
    .map(([action, urn]) => ({ field: 'tags', action, values: [urn] })),
  fc.constantFrom(...DOMAINS).map((urn) => ({ field: 'domain', action: 'set', values: [urn] })),
  fc.constant({ field: 'owners', action: 'add', values: [userUrn('datahub')] }),
  fc.tuple(number, values).map(([i, texts]) => ({ field: i, action: 'set', values: texts })),
);

const editing = fc
  .tuple(fc.uniqueArray(anyChange, { minLength: 1, selector: ({ field }) => field }), fc.boolean())
  .map(([changes, stays]) =>
    undoable(`edit ${JSON.stringify(changes)}`, stays, async (world) => {
      const named = changes
        .map(({ field, ...change }) => ({
          ...change,
          field: typeof field === 'number' ? world.name(field) : field,
        }))
        .filter(({ field }, i, all) => all.findIndex((other) => other.field === field) === i);
      const body = { urns: world.datasets, changes: named };
      const { json, status } = await root.request('POST', '/api/colophon/v1/bulk-edits', body);
      // A property that does not exist.
      if (status !== 202) return undefined;
      const { id, result } = await ended(root, json.id);
      if (result.changed === 0) return undefined;
      return async () => {
        expect((await edit(root, { undo: id })).result).toMatchObject({ changed: result.changed, failed: 0 });
      };
    }),
  );

/** A write of a run. It deletes only aspects that it does not write otherwise. */
const runWrite = fc.tuple(
  number,
  fc.oneof(
    fc
      .constantFrom('one', 'two', 'three')
      .map((description) => ({ aspect: 'datasetProperties', value: { description } })),
    fc
      .subarray(TAGS)
      .map((tags) => ({ aspect: 'globalTags', value: { tags: tags.map((urn) => ({ tag: urn })) } })),
    fc
      .tuple(number, values)
      .map(([property, texts]) => ({ aspect: 'structuredProperties', property, texts })),
    fc.constant({ aspect: 'domains' }),
  ),
);

let runs = 0;

const running = fc
  .tuple(fc.array(runWrite, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([writes, stays]) =>
    undoable(`run ${JSON.stringify(writes)}`, stays, async (world) => {
      const runId = `run-${runs++}`;
      const existing = await Promise.all(
        world.datasets.map(async (urn) => Object.keys(await aspectsOf(urn)).length > 0),
      );
      const written = new Set<string>();
      for (const [i, { aspect: aspectName, ...of }] of writes) {
        const entityUrn = world.dataset(i);
        const value =
          'property' in of
            ? {
                properties: [
                  { propertyUrn: propertyUrn(world.name(of.property)), values: textsOf(of.texts) },
                ],
              }
            : 'value' in of && of.value;
        const proposal = {
          entityType: 'dataset',
          entityUrn,
          aspectName,
          changeType: value ? 'UPSERT' : 'DELETE',
          ...(value && { aspect: { contentType: 'application/json', value: JSON.stringify(value) } }),
          systemMetadata: { runId, lastObserved: 1 },
        };
        // May be refused: an undefined property.
        const { status } = await root.request('POST', '/aspects?action=ingestProposal', { proposal });
        if (status === 200 && value) written.add(entityUrn);
      }
      return async () => {
        const { result } = await edit(root, { run: runId });
        expect(result, JSON.stringify(result)).toMatchObject({ failures: [], failed: 0 });
        // The undo of a creation is a soft deletion, although the entity did not exist before.
        for (const urn of world.datasets.filter((one, i) => existing[i] === false && written.has(one))) {
          const { json } = await root.request('GET', aspectPath(urn, 'status', 'v3'));
          expect(json.value).toEqual({ removed: true });
          const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
          expect((await root.request('DELETE', path)).status).toBe(200);
        }
      };
    }),
  );

function textsOf(texts: readonly string[]): readonly object[] {
  return texts.map((string) => ({ string }));
}

const deleting = fc
  .tuple(number, fc.constantFrom(undefined, 'globalTags'), fc.boolean())
  .map(([i, name, stays]) =>
    undoable(`delete ${name ?? 'all'} of ${i}`, stays, async (world) => {
      const urn = world.dataset(i);
      if (!Object.keys(await aspectsOf(urn)).includes(name ?? 'datasetProperties')) return undefined;
      const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
      const { status } = await root.request(
        'DELETE',
        name === undefined ? path : aspectPath(urn, name, 'v3'),
      );
      expect(status).toBe(200);
      return () => bringBack('undo', { urn });
    }),
  );

const undefining = fc.tuple(number, fc.boolean()).map(([i, stays]) =>
  undoable(`delete property ${i}`, stays, async (world) => {
    const urn = propertyUrn(world.name(i));
    const path = `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`;
    if ((await root.request('GET', path)).status === 404) return undefined;
    expect((await root.request('DELETE', path)).status).toBe(200);
    world.bury(world.name(i));
    return () => bringBack('undo', { urn });
  }),
);

/** Breaks one property and deletes or creates the other. */
const planning = fc.tuple(number, fc.boolean(), fc.boolean()).map(([i, hard, stays]) =>
  undoable(`plan ${i}`, stays, async (world) => {
    const [broken, other] = [world.name(i), world.name(i + 1)];
    const isThere = 'propertyDefinition' in (await aspectsOf(propertyUrn(other)));
    const changed = (name: string, options: object) => ({
      urn: propertyUrn(name),
      propertyDefinition: definition(name, options),
    });
    const body = {
      definitions: [
        changed(broken, { type: 'number', version: world.version() }),
        ...(isThere ? [] : [changed(other, OPTIONS)]),
      ],
      deletions: isThere ? [{ urn: propertyUrn(other), hard }] : [],
    };
    const { json, status } = await root.request('POST', '/api/colophon/v1/plans/apply', body);
    // A soft-deleted name cannot be defined again.
    if (status !== 200) return undefined;
    world.bury(broken);
    if (hard) world.bury(other);
    return () => bringBack('plans/undo', { commit: json.commit });
  }),
);

const anyStep = fc.oneof(
  describing,
  tagging,
  assigning,
  assigning,
  defining,
  editing,
  running,
  running,
  deleting,
  undefining,
  planning,
);

describe('any sequence of changes and undos', () => {
  it(`is undone to an equal state, and read later as of each moment (${RUNS} sequences, seed ${SEED})`, async () => {
    let sequences = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: MOST_STEPS }), async (steps) => {
        const world = new World(`undo${sequences++}`);
        for (const name of world.names) await catalog.define(name, OPTIONS);
        for (const urn of world.datasets) await writeAspect(root, urn, 'datasetProperties', {});
        for (const { run } of steps) {
          await run(world);
          await world.record();
        }
        const hiddenNow = await world.softDeleted();
        for (const { aspects, cursor, dead, hidden, urn } of world.records) {
          const then = await aspectsAsOf(urn, cursor);
          const { structuredProperties: _then, ...others } = then;
          const { structuredProperties: _aspects, ...expected } = aspects;
          expect(others, steps.map(({ what }) => what).join('; ')).toEqual(expected);
          expect(valuesIn(then, hidden)).toEqual(valuesIn(aspects, dead.union(hiddenNow)));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
