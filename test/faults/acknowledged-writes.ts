import { expect } from 'vitest';
import { datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { until } from '../support/until.ts';

/** Sends a request to the catalog; rejects if there is no response. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/** Possible states of a dataset: number of its last write, or 0 if it does not exist. */
interface Known {
  readonly states: readonly number[];
}

const COUNTER = 'faults.counter';
const BATCH = 5;
const PAGE = 100;
/** Status codes that leave the outcome of the write open. */
const UNCERTAIN = [503, 504];

/**
 * Random writes, reproducible by a seed, with a record of the acknowledged ones. A dataset with an unacknowledged write
 * is not written again: it must have its state before or after that write, never a mixture.
 */
export class AcknowledgedWrites {
  readonly #name: string;
  readonly #random: () => number;
  readonly #known = new Map<string, Known>();
  readonly #open = new Set<string>();
  #acknowledged = 0;
  #failed = 0;

  /** `name` separates the datasets from those of other instances. */
  constructor(name: string, seed: number) {
    this.#name = name;
    this.#random = randomFrom(seed);
  }

  /** Number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Number of writes that were refused or got no response. */
  get failed(): number {
    return this.#failed;
  }

  /** Defines the property whose value is the number of the write. */
  async begin(call: Call): Promise<void> {
    const value = definition(COUNTER, { type: 'number' });
    const path = '/openapi/v3/entity/structuredProperty?async=false';
    const { json, status } = await call('POST', path, [
      { urn: propertyUrn(COUNTER), propertyDefinition: { value } },
    ]);
    expect(status, JSON.stringify(json)).toBe(200);
  }

  /** One random write: creates one dataset or a batch, or updates or deletes an existing one. */
  async write(call: Call): Promise<void> {
    const chance = this.#random();
    const [known] = [...this.#open].slice(Math.floor(this.#random() * this.#open.size));
    if (chance < 0.1 && known !== undefined) return this.#remove(call, known);
    if (chance < 0.4 && known !== undefined) return this.#put(call, [known]);
    return this.#put(call, chance < 0.7 ? [this.#new()] : Array.from({ length: BATCH }, () => this.#new()));
  }

  /** Writes sequentially until `signal` aborts. */
  async writeUntil(signal: AbortSignal, call: Call): Promise<void> {
    while (!signal.aborted) await this.write(call);
  }

  /** Compares all datasets in store and index with the acknowledged writes. */
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

  /** Datasets of a running write are excluded from other writes. */
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

  /** Number of the last write of each stored dataset. Expects that both aspects and their versions agree. */
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
          // The version counts writes: none was applied twice.
          expect(jsonAt(entity, aspect, 'systemMetadata', 'version'), urn).toBe(String(number));
        }
        found.set(urn, number);
      }
    }
    return found;
  }
}

/** Sends a write; false if its outcome is open. */
export async function isAcknowledged(call: Call, request: Parameters<Call>): Promise<boolean> {
  try {
    const { json, status } = await call(...request);
    if (status < 300) return true;
    expect(UNCERTAIN, JSON.stringify(json)).toContain(status);
    return false;
  } catch (error) {
    // Thrown by fetch when the connection fails or the request times out.
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

/** Runs the doctor, which compares all documents of the index with the store; expects no differences. */
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

/** Generator of pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
