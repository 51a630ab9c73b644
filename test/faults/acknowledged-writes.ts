import { expect } from 'vitest';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { until } from '../support/until.ts';

/** Sends a request to the catalog; rejects when no answer comes. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/** What a dataset may hold: the number of its last write; 0 when it is not there. */
interface Known {
  readonly states: readonly number[];
}

const COUNTER = 'faults.counter';
const BATCH = 5;
const PAGE = 100;
/** Statuses that say nothing about whether the write took place. */
const UNCERTAIN = [503, 504];

/**
 * Writes at random, by a seed, and remembers what was acknowledged. A dataset whose write was not acknowledged is not
 * written again: it holds what it held before or what was to be written, as a whole.
 */
export class AcknowledgedWrites {
  readonly #name: string;
  readonly #random: () => number;
  readonly #known = new Map<string, Known>();
  readonly #open = new Set<string>();
  #acknowledged = 0;
  #failed = 0;

  /** `name` keeps the datasets apart from those of others. */
  constructor(name: string, seed: number) {
    this.#name = name;
    this.#random = randomFrom(seed);
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** How many were refused, or never answered. */
  get failed(): number {
    return this.#failed;
  }

  /** Defines the property whose value tells the writes of a dataset apart. */
  async begin(call: Call): Promise<void> {
    const value = definition(COUNTER, { type: 'number' });
    const path = '/openapi/v3/entity/structuredProperty?async=false';
    const { json, status } = await call('POST', path, [
      { urn: propertyUrn(COUNTER), propertyDefinition: { value } },
    ]);
    expect(status, JSON.stringify(json)).toBe(200);
  }

  /** One write: of a new dataset, of one that is there, of some at once, or the removal of one. */
  async write(call: Call): Promise<void> {
    const chance = this.#random();
    const [known] = [...this.#open].slice(Math.floor(this.#random() * this.#open.size));
    if (chance < 0.1 && known !== undefined) return this.#remove(call, known);
    if (chance < 0.4 && known !== undefined) return this.#put(call, [known]);
    return this.#put(call, chance < 0.7 ? [this.#new()] : Array.from({ length: BATCH }, () => this.#new()));
  }

  /** Writes one after another until told to stop. */
  async writeUntil(signal: AbortSignal, call: Call): Promise<void> {
    while (!signal.aborted) await this.write(call);
  }

  /** Compares every dataset in the store, and the index as a whole, with what was acknowledged. */
  async check(call: Call): Promise<void> {
    const found = await this.#stored(call);
    for (const [urn, { states }] of this.#known) expect(states, urn).toContain(found.get(urn) ?? 0);
    const there = [...found.keys()].filter((urn) => this.#known.has(urn));
    const indexed = await indexedUrns(call);
    expect(indexed.filter((urn) => this.#known.has(urn))).toEqual(there.toSorted());
    await expectSoundIndex(call);
  }

  async #put(call: Call, urns: readonly string[]): Promise<void> {
    const writes = urns.map((urn) => ({ urn, last: this.#known.get(urn)?.states[0] ?? 0 }));
    const entities = writes.map(({ urn, last }) => ({
      urn,
      datasetProperties: { value: { name: `write ${last + 1}` } },
      structuredProperties: {
        value: { properties: [{ propertyUrn: propertyUrn(COUNTER), values: [{ double: last + 1 }] }] },
      },
    }));
    await this.#send(call, ['POST', '/openapi/v3/entity/dataset?async=false', entities], writes, 1);
  }

  async #remove(call: Call, urn: string): Promise<void> {
    const last = this.#known.get(urn)?.states[0] ?? 0;
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
    await this.#send(call, ['DELETE', path], [{ urn, last }], -last);
    this.#open.delete(urn);
  }

  /** While a write is under way nobody else writes these datasets. */
  async #send(
    call: Call,
    request: Parameters<Call>,
    writes: readonly { readonly urn: string; readonly last: number }[],
    step: number,
  ): Promise<void> {
    for (const { urn, last } of writes) {
      this.#open.delete(urn);
      this.#known.set(urn, { states: [last, last + step] });
    }
    if (!(await isAcknowledged(call, request))) {
      this.#failed++;
      return;
    }
    this.#acknowledged++;
    for (const { urn, last } of writes) {
      this.#known.set(urn, { states: [last + step] });
      this.#open.add(urn);
    }
  }

  #new(): string {
    return datasetUrn(`${this.#name}.t${this.#known.size}-${Math.floor(this.#random() * 1e9)}`);
  }

  /** The number of the last write of each dataset, which both aspects and their versions must agree about. */
  async #stored(call: Call): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const urns = [...this.#known.keys()];
    for (let from = 0; from < urns.length; from += PAGE) {
      const asked = urns
        .slice(from, from + PAGE)
        .map((urn) => ({ urn, datasetProperties: {}, structuredProperties: {} }));
      const path = '/openapi/v3/entity/dataset/batchGet?systemMetadata=true';
      const { json, status } = await call('POST', path, asked);
      expect(status, JSON.stringify(json)).toBe(200);
      for (const entity of jsonItems({ all: json }, 'all')) {
        const name = jsonAt(entity, 'datasetProperties', 'value', 'name');
        if (name === undefined) continue;
        const urn = String(jsonAt(entity, 'urn'));
        const values = ['structuredProperties', 'value', 'properties', 0, 'values', 0, 'double'];
        const number = Number(jsonAt(entity, ...values));
        expect(name, urn).toBe(`write ${number}`);
        for (const aspect of ['datasetProperties', 'structuredProperties']) {
          // Versions count writes: none has been done twice.
          expect(jsonAt(entity, aspect, 'systemMetadata', 'version'), urn).toBe(String(number));
        }
        found.set(urn, number);
      }
    }
    return found;
  }
}

async function isAcknowledged(call: Call, request: Parameters<Call>): Promise<boolean> {
  try {
    const { json, status } = await call(...request);
    if (status < 300) return true;
    expect(UNCERTAIN, JSON.stringify(json)).toContain(status);
    return false;
  } catch (error) {
    // fetch: the connection is gone, or the wait was given up.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

const SCROLL =
  'query s($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { searchResults { entity { urn } } } }';

async function indexedUrns(call: Call): Promise<string[]> {
  const orFilters = [{ and: [{ field: `structuredProperties.${COUNTER}`, condition: 'EXISTS' }] }];
  const input = { query: '*', types: ['DATASET'], count: 10_000, orFilters };
  const { json } = await call('POST', '/api/graphql', { query: SCROLL, variables: { input } });
  expect(jsonAt(json, 'errors')).toBeUndefined();
  const results = jsonItems(json, 'data', 'scrollAcrossEntities', 'searchResults');
  return results.map((result) => String(jsonAt(result, 'entity', 'urn'))).sort();
}

/** Lets the catalog itself compare every document of the index with the store. */
async function expectSoundIndex(call: Call): Promise<void> {
  const { json: started } = await call('POST', '/api/colophon/v1/doctor', {});
  const path = `/api/colophon/v1/doctor/${String(jsonAt(started, 'id'))}`;
  let report: unknown = started;
  await until('the comparison has ended', async () => {
    ({ json: report } = await call('GET', path));
    return /succeeded|failed/.test(String(jsonAt(report, 'state')));
  });
  expect(jsonAt(report, 'result'), JSON.stringify(report)).toMatchObject({
    missingInIndex: 0,
    onlyInIndex: 0,
    differentDocument: 0,
  });
}

/** Numbers from 0 to 1 that the seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
