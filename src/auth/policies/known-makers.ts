import type { Urn } from '../../model/urn.ts';
import type { JudgedAttributes, ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { EntityRow } from '../../store/entity-rows.ts';
import type { SystemReader } from '../../store/system-reader.ts';

/** The commit that created an entity, and its actor. */
export type Made = NonNullable<JudgedAttributes['made']>;

/** Maximum cached entities, more than a search judges; beyond it the oldest entry is evicted. */
const MAX_CACHED = 50_000;

/**
 * Cache of the creators of entities, which only change when an entity is deleted and created again. A search by an
 * actor whose rights depend on attributes of subjects reads the creators of all subjects. Changes are reported before
 * they are acknowledged, so the next request sees them.
 */
export class KnownMakers {
  readonly #reader: Pick<SystemReader, 'entities'>;
  readonly #known = new Map<Urn, Made>();
  /** For each running read, the entities that have changed since it started: their rows may be stale. */
  readonly #changedMeanwhile = new Set<Set<Urn>>();

  constructor(reader: Pick<SystemReader, 'entities'>) {
    this.#reader = reader;
  }

  /** The creators of the entities that exist. */
  async find(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, Made>> {
    const found = new Map<Urn, Made>();
    const unknown: Urn[] = [];
    for (const urn of urns) {
      const made = this.#known.get(urn);
      if (made === undefined) unknown.push(urn);
      else found.set(urn, made);
    }
    if (unknown.length > 0) for (const [urn, made] of await this.#read(unknown)) found.set(urn, made);
    return found;
  }

  /** Evicts these entities. */
  changed(urns: Iterable<Urn>): void {
    for (const urn of urns) {
      this.#known.delete(urn);
      for (const changed of this.#changedMeanwhile) changed.add(urn);
    }
  }

  /** Clears the cache. */
  clear(): void {
    this.#known.clear();
    this.#changedMeanwhile.clear();
  }

  async #read(urns: readonly Urn[]): Promise<ReadonlyMap<Urn, Made>> {
    const changed = new Set<Urn>();
    this.#changedMeanwhile.add(changed);
    try {
      const rows = await this.#reader.entities(urns, []);
      const found = new Map([...rows].map(([urn, { entity }]) => [urn, madeBy(entity)]));
      const isCurrent = this.#changedMeanwhile.has(changed);
      for (const [urn, made] of found) if (isCurrent && !changed.has(urn)) this.#cache(urn, made);
      return found;
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
  }

  #cache(urn: Urn, made: Made): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_CACHED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(urn, made);
  }
}

export function madeBy({ created, createdIn }: EntityRow): Made {
  return { sequence: createdIn ?? 0, by: created.actor };
}

/** Answers from the cache if only creators are requested. */
export function withKnownMakers(readAttributes: ReadAttributes, makers: KnownMakers): ReadAttributes {
  return async (urns, asked) => {
    if (asked?.size !== 0) return readAttributes(urns, asked);
    return new Map([...(await makers.find(urns))].map(([urn, made]) => [urn, { made }]));
  };
}
