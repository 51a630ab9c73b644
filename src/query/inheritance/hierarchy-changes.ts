import { SOURCE_TYPES, type SourceType } from '../../model/properties/inheritance.ts';
import type { Sequence } from '../../model/sequence.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';

/** When the entities from which values are inherited last changed. */
export interface LastChanges {
  /** Sequence of the last commit that changed an entity of the type, or a later one. */
  readonly of: (type: SourceType) => Sequence;
  /** Number of times that the whole state was loaded again: sequences before and after it cannot be compared. */
  readonly reloads: () => number;
}

/** {@link LastChanges} from the commits that a thread applies. */
export class HierarchyChanges implements LastChanges {
  readonly #last = new Map<string, Sequence>();
  #since: Sequence;
  #reloads = 0;

  /** `since`: the last commit before the first call of `changed`. */
  constructor(since: Sequence) {
    this.#since = since;
  }

  of = (type: SourceType): Sequence => this.#last.get(type) ?? this.#since;

  reloads = (): number => this.#reloads;

  /** Notes the entities changed by the commits up to `upTo`. */
  changed(urns: readonly Urn[], upTo: Sequence): void {
    const types = new Set(urns.map(entityTypeOf));
    for (const type of SOURCE_TYPES) if (types.has(type)) this.#last.set(type, upTo);
  }

  /** Notes that everything up to `upTo` may have changed. */
  reloaded(upTo: Sequence): void {
    this.#last.clear();
    this.#since = upTo;
    this.#reloads++;
  }
}
