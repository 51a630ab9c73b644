import { SOURCE_TYPES, type SourceType } from '../../model/properties/inheritance.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';

/** When the entities from which values are inherited last changed. */
export interface LastChanges {
  /** Sequence of the last commit that changed an entity of the type, or a later one. */
  readonly of: (type: SourceType) => Sequence;
  /** Entities of the type that commits after this one changed, and perhaps others; undefined: not known, as they are many. */
  readonly after: (position: Sequence, type: SourceType) => readonly Urn[] | undefined;
  /** Number of times that the whole state was loaded again: sequences before and after it cannot be compared. */
  readonly reloads: () => number;
}

/** Changed entities of a type that are kept. */
const MOST_KEPT = 1_000;

/** Entities of one type that commits changed, the last ones. */
interface LatestChanges {
  /** Sequence of the last commit whose changes are not kept. */
  readonly since: Sequence;
  /** Of the last commit. */
  readonly last: Sequence;
  readonly changes: readonly { readonly urn: Urn; readonly upTo: Sequence }[];
}

/** {@link LastChanges} from the commits that a thread applies. */
export class HierarchyChanges implements LastChanges {
  readonly #latest = new Map<string, LatestChanges>();
  #since: Sequence;
  #reloads = 0;

  /** `since`: the last commit before the first call of `changed`. */
  constructor(since: Sequence) {
    this.#since = since;
  }

  of = (type: SourceType): Sequence => this.#of(type).last;

  after = (position: Sequence, type: SourceType): readonly Urn[] | undefined => {
    const { changes, since } = this.#of(type);
    if (position < since) return undefined;
    return [...new Set(changes.flatMap(({ upTo, urn }) => (upTo > position ? [urn] : [])))];
  };

  reloads = (): number => this.#reloads;

  /** Notes the entities changed by the commits up to `upTo`. */
  changed(urns: readonly Urn[], upTo: Sequence): void {
    const types = new Set(urns.map(entityTypeOf));
    for (const type of SOURCE_TYPES) {
      if (!types.has(type)) continue;
      const ofType = urns.filter((urn) => entityTypeOf(urn) === type);
      this.#latest.set(type, this.#with(type, ofType, upTo));
    }
  }

  /** Notes that everything up to `upTo` may have changed. */
  reloaded(upTo: Sequence): void {
    this.#latest.clear();
    this.#since = upTo;
    this.#reloads++;
  }

  #of(type: SourceType): LatestChanges {
    return this.#latest.get(type) ?? { since: this.#since, last: this.#since, changes: [] };
  }

  #with(type: SourceType, urns: readonly Urn[], upTo: Sequence): LatestChanges {
    const { changes, since } = this.#of(type);
    const all = [...changes, ...urns.map((urn) => ({ urn, upTo }))];
    const dropped = all.slice(0, -MOST_KEPT).at(-1);
    return { since: dropped?.upTo ?? since, last: upTo, changes: all.slice(-MOST_KEPT) };
  }
}
