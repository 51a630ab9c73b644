import { expect } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { isAcknowledged, randomFrom, type Call } from './acknowledged-writes.ts';

const NAME = 'faults.inherited';
const VALUES = ['strict', 'middle', 'lax'];
const CONTAINERS = Array.from({ length: 8 }, (_, i) => `urn:li:container:inherited-${i}`);
const DOMAINS = Array.from({ length: 4 }, (_, i) => `urn:li:domain:inherited-${i}`);
const DATASETS = Array.from({ length: 24 }, (_, i) => datasetUrn(`inherited.t${i}`));
const ALL = [...CONTAINERS, ...DOMAINS, ...DATASETS];
const TYPES = ['container', 'dataset', 'domain'];

/** What is written of an entity: its value of the property, or its place in a hierarchy. */
interface Part {
  readonly urn: string;
  readonly aspect: keyof typeof FORMS;
  /** What a write sets; undefined: nothing. */
  readonly choices: readonly (string | undefined)[];
}

/** The aspects of parts: the value that sets one, and where the aspect has it. */
const FORMS = {
  structuredProperties: {
    valueOf: (string: string | undefined) => ({
      properties: string === undefined ? [] : [{ propertyUrn: propertyUrn(NAME), values: [{ string }] }],
    }),
    path: ['properties', 0, 'values', 0, 'string'],
  },
  container: { valueOf: (container: string | undefined) => ({ container }), path: ['container'] },
  domains: { valueOf: (domain: string | undefined) => ({ domains: [domain] }), path: ['domains', 0] },
} as const;

/** Parts of all entities. A container is below one with a smaller number, so that there is no cycle. */
const PARTS: readonly Part[] = ALL.flatMap((urn): readonly Part[] => {
  const place = CONTAINERS.indexOf(urn);
  const above = place < 0 ? CONTAINERS : CONTAINERS.slice(0, place);
  const values: Part = { urn, aspect: 'structuredProperties', choices: [...VALUES, undefined, undefined] };
  if (DOMAINS.includes(urn)) return [values];
  const domains: Part = { urn, aspect: 'domains', choices: DOMAINS };
  return [
    values,
    domains,
    ...(above.length === 0 ? [] : [{ urn, aspect: 'container', choices: above } as const]),
  ];
});

/** What may be set: one, or several if the outcome of a write is open. */
type States = readonly (string | undefined)[];

/**
 * Random writes of inherited values, and moves of entities, reproducible by a seed, with a record of the acknowledged ones. A part with an
 * unacknowledged write is not written again.
 */
export class InheritedWrites {
  readonly #random: () => number;
  readonly #states = new Map<Part, States>(PARTS.map((part) => [part, [undefined]]));
  readonly #open = new Set(PARTS);
  #acknowledged = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** Number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Defines the property and the rule that it is inherited, and creates all entities. */
  async begin(call: Call): Promise<void> {
    const entityTypes = TYPES;
    const allowedValues = VALUES.map((string) => ({ string }));
    const bodies: readonly (readonly [type: string, entities: readonly object[]])[] = [
      [
        'structuredProperty',
        [
          {
            urn: propertyUrn(NAME),
            propertyDefinition: { value: definition(NAME, { entityTypes, allowedValues }) },
          },
        ],
      ],
      [
        'structuredProperty',
        [
          {
            urn: propertyUrn(NAME),
            structuredPropertyRules: { value: { inherit: { from: ['container', 'domain'] } } },
          },
        ],
      ],
      ['container', CONTAINERS.map((urn) => ({ urn, containerProperties: { value: { name: urn } } }))],
      ['domain', DOMAINS.map((urn) => ({ urn, domainProperties: { value: { name: urn } } }))],
      ['dataset', DATASETS.map((urn) => ({ urn, datasetProperties: { value: { name: urn } } }))],
    ];
    for (const [type, entities] of bodies) {
      const { json, status } = await call('POST', `/openapi/v3/entity/${type}?async=false`, entities);
      expect(status, JSON.stringify(json)).toBe(200);
    }
  }

  /** Writes sequentially until `signal` aborts. */
  async writeUntil(signal: AbortSignal, call: Call): Promise<void> {
    while (!signal.aborted) await this.write(call);
  }

  /** Gives one part another value. */
  async write(call: Call): Promise<void> {
    const [part] = [...this.#open].slice(Math.floor(this.#random() * this.#open.size));
    if (part === undefined) throw new Error('The outcome of a write of every part is open.');
    const set = part.choices[Math.floor(this.#random() * part.choices.length)];
    const before = this.#states.get(part) ?? [];
    this.#open.delete(part);
    this.#states.set(part, [...before, set]);
    const value = FORMS[part.aspect].valueOf(set);
    if (!(await isAcknowledged(call, ['POST', aspectPath(part.urn, part.aspect), value]))) return;
    this.#acknowledged++;
    this.#states.set(part, [set]);
    this.#open.add(part);
  }

  /** Expects every acknowledged write, and that filters find what reading the entities one by one shows. */
  async check(call: Call): Promise<void> {
    for (const [{ aspect, urn }, states] of this.#states) {
      const { json } = await call('GET', aspectPath(urn, aspect, 'v3'));
      expect(states, `${aspect} of ${urn}`).toContain(jsonAt(json, 'value', ...FORMS[aspect].path));
    }
    const read = new Map<string, unknown>();
    for (const urn of ALL) {
      const path = `/api/colophon/v1/entities/${encodeURIComponent(urn)}/effective-properties`;
      const { json } = await call('GET', path);
      read.set(urn, jsonAt(json, 'properties', 0, 'values', 0, 'string'));
    }
    const having = (value: string): string[] => ALL.filter((urn) => read.get(urn) === value).sort();
    for (const value of VALUES) expect(await found(call, value), value).toEqual(having(value));
    const valued = VALUES.flatMap(having).sort();
    expect(await found(call)).toEqual(valued);
    expect(valued.length).toBeGreaterThan(0);
  }
}

/** Entities that a filter on the effective value finds; without a value: those with any. */
async function found(call: Call, value?: string): Promise<string[]> {
  const query =
    'query f($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { searchResults { entity { urn } } } }';
  const condition = value === undefined ? { condition: 'EXISTS' } : { condition: 'EQUAL', values: [value] };
  const orFilters = [{ and: [{ field: `effectiveProperties.${NAME}`, ...condition }] }];
  const types = TYPES.map((type) => type.toUpperCase());
  const variables = { input: { query: '*', types, count: 1000, orFilters } };
  const { json } = await call('POST', '/api/graphql', { query, variables });
  expect(jsonAt(json, 'errors')).toBeUndefined();
  const results = jsonItems(json, 'data', 'scrollAcrossEntities', 'searchResults');
  return results.map((result) => String(jsonAt(result, 'entity', 'urn'))).sort();
}
