import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { effort } from '../../support/effort.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

/** Sequences of each test; fewer where each step waits for engines. */
const RUNS = effort(isKeptInFolders() ? 15 : 4);

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const TYPES = ['number', 'string'] as const;
type Type = (typeof TYPES)[number];
type Scalar = string | number;

const VALUES: Readonly<Record<Type, readonly Scalar[]>> = {
  number: [1, 2, 2.5, 3],
  string: ['a', 'ab', 'abcd', 'xyz'],
};

/** Rules, and what they refuse. All values that a rule refuses are in `VALUES`. */
const RULES: Readonly<Record<Type, readonly (readonly [rules: object, refused: readonly Scalar[]])[]>> = {
  number: [
    [{}, []],
    [{ values: { max: { double: 2 } } }, [2.5, 3]],
    [{ values: { min: { double: 2 }, format: 'INTEGER' } }, [1, 2.5]],
    [{ deprecatedValues: [{ value: { double: 1 } }] }, [1]],
  ],
  string: [
    [{}, []],
    [{ values: { pattern: '[a-c]+' } }, ['abcd', 'xyz']],
    [{ values: { minLength: 2, maxLength: 3 } }, ['a', 'abcd']],
    [{ deprecatedValues: [{ value: { string: 'ab' }, replacedBy: { string: 'a' } }] }, ['ab']],
  ],
};

function ruleAt(type: Type, index: number): readonly [rules: object, refused: readonly Scalar[]] {
  return RULES[type][index] ?? [{}, []];
}

const ENTITIES = [0, 1, 2];
const held = (type: Type) => fc.subarray([...VALUES[type]]);
const entity = fc.constantFrom(...ENTITIES);
const writes = {
  replace: fc.record({
    what: fc.constant('replace' as const),
    entity,
    number: held('number'),
    string: held('string'),
  }),
  patch: fc
    .constantFrom(...TYPES)
    .chain((type) =>
      fc.record({ what: fc.constant('patch' as const), entity, type: fc.constant(type), values: held(type) }),
    ),
  graphql: fc.constantFrom(...TYPES).chain((type) =>
    fc.record({
      what: fc.constant('graphql' as const),
      entity,
      type: fc.constant(type),
      values: held(type),
    }),
  ),
  run: fc.record({
    what: fc.constant('run' as const),
    entity,
    number: held('number'),
    string: held('string'),
  }),
  rollBack: fc.record({ what: fc.constant('rollBack' as const) }),
  remove: fc.record({
    what: fc.constant('remove' as const),
    type: fc.constantFrom(...TYPES),
    removed: fc.boolean(),
  }),
};
const rule = fc.record({
  what: fc.constant('rule' as const),
  type: fc.constantFrom(...TYPES),
  index: fc.nat(3),
});
const step = fc.oneof(
  { arbitrary: writes.replace, weight: 3 },
  { arbitrary: writes.patch, weight: 3 },
  { arbitrary: writes.graphql, weight: 2 },
  { arbitrary: writes.run, weight: 2 },
  { arbitrary: writes.rollBack, weight: 2 },
  { arbitrary: writes.remove, weight: 1 },
  { arbitrary: rule, weight: 3 },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const unionOf = (value: Scalar) => (typeof value === 'string' ? { string: value } : { double: value });

/** Two properties and three datasets with names of their own. */
class Sequence {
  readonly #prefix: string;
  readonly #rule: Record<Type, number> = { number: 0, string: 0 };
  readonly #removed: Record<Type, boolean> = { number: false, string: false };
  #runs = 0;
  /** Violations that may be there, as dataset and value: those of now, and those hidden with a soft-deleted property. */
  #known: ReadonlySet<string> = new Set();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  name(type: Type): string {
    return `${this.#prefix}.${type}`;
  }

  dataset(of: number): string {
    return datasetUrn(`${this.#prefix}.${of}`);
  }

  refused(type: Type): readonly Scalar[] {
    return ruleAt(type, this.#rule[type])[1];
  }

  async begin(): Promise<void> {
    for (const type of TYPES) await client.define(this.name(type), { type, cardinality: 'MULTIPLE' });
    for (const of of ENTITIES) await client.dataset(`${this.#prefix}.${of}`);
  }

  /** Takes the properties out of the facet of violations, which counts a hundred. */
  async end(): Promise<void> {
    for (const type of TYPES) {
      const { status } = await client.post(propertyUrn(this.name(type)), 'status', { removed: true });
      expect(status).toBe(200);
    }
  }

  /** Runs a step; the server may refuse it, but never fails. */
  async run(of: Step): Promise<void> {
    const { status, text } = await this.#send(of);
    expect(status, text).toBeLessThan(500);
    if (of.what === 'rule' && status === 200) this.#rule[of.type] = of.index;
    if (of.what === 'remove' && status === 200) this.#removed[of.type] = of.removed;
    const now = await this.violations();
    if (of.what !== 'rule') expect([...now].filter((one) => !this.#known.has(one))).toEqual([]);
    const hidden = [...this.#known].filter((one) =>
      TYPES.some((type) => this.#removed[type] && one.startsWith(type)),
    );
    this.#known = new Set([...now, ...hidden]);
  }

  /** What breaks a rule of `values` now, judged from the stored values. */
  async violations(): Promise<ReadonlySet<string>> {
    const all = await Promise.all(
      ENTITIES.map(async (of) => {
        const stored = await client.values(this.dataset(of));
        return TYPES.flatMap((type) => {
          const values = (stored[this.name(type)] ?? []) as readonly { string?: string; double?: number }[];
          const scalars = values.map(({ double, string }) => string ?? double ?? '');
          return scalars
            .filter((one) => this.refused(type).includes(one))
            .map((one) => `${type} ${of} ${one}`);
        });
      }),
    );
    return new Set(all.flat());
  }

  #send(of: Step): Promise<Answer> {
    switch (of.what) {
      case 'rule': {
        const [rules] = ruleAt(of.type, of.index);
        return client.post(propertyUrn(this.name(of.type)), 'structuredPropertyRules', rules);
      }
      case 'remove':
        return client.post(propertyUrn(this.name(of.type)), 'status', { removed: of.removed });
      case 'patch': {
        const urn = propertyUrn(this.name(of.type));
        const value = { propertyUrn: urn, values: of.values.map(unionOf) };
        const patch = [{ op: 'add', path: `/properties/${urn}`, value }];
        const body = { arrayPrimaryKeys: { properties: ['propertyUrn'] }, patch };
        return server.request('PATCH', aspectPath(this.dataset(of.entity), 'structuredProperties'), body);
      }
      case 'graphql': {
        const query = `mutation m($input: UpsertStructuredPropertiesInput!) {
          upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }`;
        const values = of.values.map((value) =>
          typeof value === 'string' ? { stringValue: value } : { numberValue: value },
        );
        const params = [{ structuredPropertyUrn: propertyUrn(this.name(of.type)), values }];
        const input = { assetUrn: this.dataset(of.entity), structuredPropertyInputParams: params };
        return server.request('POST', '/api/graphql', { query, variables: { input } });
      }
      case 'replace':
        return client.assign(this.dataset(of.entity), this.#assignments(of));
      case 'run': {
        const path = `${aspectPath(this.dataset(of.entity), 'structuredProperties', 'v3')}?createIfNotExists=false`;
        const properties = Object.entries(this.#assignments(of)).map(([name, values]) => ({
          propertyUrn: propertyUrn(name),
          values,
        }));
        const systemMetadata = { runId: `${this.#prefix}-run-${++this.#runs}`, lastObserved: 1 };
        return server.request('POST', path, { value: { properties }, systemMetadata });
      }
      case 'rollBack':
        return server.request('POST', '/runs?action=rollback', {
          runId: `${this.#prefix}-run-${this.#runs}`,
        });
    }
  }

  #assignments({ number, string }: Readonly<Record<Type, readonly Scalar[]>>) {
    const live = Object.entries({ number, string }).filter(([type]) => !this.#removed[type as Type]);
    return Object.fromEntries(live.map(([type, of]) => [this.name(type as Type), of.map(unionOf)]));
  }
}

let sequences = 0;
async function begun(): Promise<Sequence> {
  const sequence = new Sequence(`rules${sequences++}`);
  await sequence.begin();
  return sequence;
}

describe('rules at ENFORCE', () => {
  it('let no sequence of writes make a violation that was not there', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const sequence = await begun();
        for (const one of steps) {
          await sequence.run(one);
          seen += (await sequence.violations()).size;
        }
        await sequence.end();
      }),
      { numRuns: RUNS },
    );
    // Older values are kept by new rules, so that the property is not empty.
    expect(seen).toBeGreaterThan(0);
  });

  it('are counted by a plan as after it is applied, and as the filter finds them', async () => {
    const cases = fc.record({
      number: fc.tuple(held('number'), held('number'), held('number')),
      index: fc.nat(3),
      isRequired: fc.boolean(),
    });
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ index, isRequired, number }) => {
        const sequence = await begun();
        const name = sequence.name('number');
        for (const of of ENTITIES) {
          const written = await client.assign(sequence.dataset(of), {
            [name]: (number[of] ?? []).map(unionOf),
          });
          expect(written.status, written.text).toBe(200);
        }
        // Other datasets of the same server must not be asked for a value.
        const mine = {
          criteria: [
            { field: 'URN', condition: 'EQUALS', values: ENTITIES.map((of) => sequence.dataset(of)) },
          ],
        };
        const [rules, refused] = ruleAt('number', index);
        const input = {
          definitions: [
            {
              urn: propertyUrn(name),
              propertyDefinition: definition(name, { type: 'number', cardinality: 'MULTIPLE' }),
              structuredPropertyRules: { ...rules, ...(isRequired && { required: {}, appliesIf: mine }) },
            },
          ],
        };
        const send = (path = '', more = {}) =>
          server.request('POST', `/api/colophon/v1/plans${path}`, { ...input, ...more });
        const planned = await send();
        expect(planned.status, planned.text).toBe(200);
        const [{ violations }] = planned.json.definitions;
        const applied = await send('/apply', { planToken: planned.json.planToken });
        expect([applied.status, applied.json.definitions?.[0].violations], applied.text).toEqual([
          200,
          violations,
        ]);
        const again = (await send()).json.definitions[0];
        expect([again.change, again.violations]).toEqual(['none', violations]);
        const broken = ENTITIES.filter((of) => {
          const values = number[of] ?? [];
          return values.some((value) => refused.includes(value)) || (isRequired && values.length === 0);
        });
        const found = await client.find('violations', 'EQUAL', [name]);
        expect(found).toEqual(broken.map((of) => sequence.dataset(of)));
        expect(violations?.entities ?? 0).toBe(found.length);
        expect((await client.facet('violations'))[propertyUrn(name)] ?? 0).toBe(found.length);
        counted += found.length;
        await sequence.end();
      }),
      { numRuns: RUNS },
    );
    expect(counted).toBeGreaterThan(0);
  });
});
