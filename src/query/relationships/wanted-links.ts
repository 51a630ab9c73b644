import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { LineageModel } from '../../model/relationships/lineage.ts';
import { compareUrns, entityTypeOf, type Urn } from '../../model/urn.ts';
import type { LinkGroup } from '../../search/links/stated-links.ts';
import type { Link, LinkScrollInput } from './link-query.ts';

/** Identity of a link among those that one entity states. Links are sorted by type, then source, then destination. */
export type LinkKey = readonly [type: string, source: string, destination: string];

/** Selects links by the filter of a scroll: first by the ends of a group, then by its pairs. */
export class WantedLinks {
  readonly #input: LinkScrollInput;
  readonly #model: LineageModel;
  readonly #registry: EntityRegistry;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #sources: ReadonlySet<Urn> | undefined;
  readonly #destinations: ReadonlySet<Urn> | undefined;
  readonly #ends: ReadonlySet<Urn> | undefined;

  constructor(
    input: LinkScrollInput,
    parts: { readonly model: LineageModel; readonly registry: EntityRegistry },
  ) {
    this.#input = input;
    this.#model = parts.model;
    this.#registry = parts.registry;
    this.#types = input.types.length === 0 ? undefined : new Set(input.types);
    this.#sources = input.sources && new Set(input.sources);
    this.#destinations = input.destinations && new Set(input.destinations);
    this.#ends = input.ends && new Set(input.ends);
  }

  /** The matching part of a group, in up to two groups; a few of their pairs may still not match, see `linkOf`. */
  narrow({ type, ...group }: LinkGroup): readonly LinkGroup[] {
    if (this.#types?.has(type) === false) return [];
    const { sourceTypes, destinationTypes } = this.#input;
    const sources = this.#among(group.sources, this.#sources, sourceTypes);
    const destinations = this.#among(group.destinations, this.#destinations, destinationTypes);
    const ends = this.#ends;
    const parts =
      ends === undefined
        ? [{ type, sources, destinations }]
        : [
            { type, sources: sources.filter((urn) => ends.has(urn)), destinations },
            {
              type,
              sources: sources.filter((urn) => !ends.has(urn)),
              destinations: destinations.filter((urn) => ends.has(urn)),
            },
          ];
    return parts.filter((part) => part.sources.length > 0 && part.destinations.length > 0);
  }

  /** A link of a narrowed group; undefined if it does not match. */
  linkOf(type: string, source: Urn, destination: Urn): Link | undefined {
    const plain = { relationshipType: type, source, destination };
    const { direction, isLineage } = this.#input;
    if (!isLineage) return plain;
    const isUpstream = this.#model.isUpstream(type, this.#typeOf(source), this.#typeOf(destination));
    if (isUpstream === undefined) return undefined;
    const [upstream, downstream] = isUpstream ? [destination, source] : [source, destination];
    const start = direction === 'UPSTREAM' ? downstream : upstream;
    if (direction !== undefined && this.#ends?.has(start) === false) return undefined;
    return { ...plain, upstream };
  }

  #among(urns: readonly Urn[], wanted: ReadonlySet<Urn> | undefined, types: readonly string[]): Urn[] {
    return [...new Set(urns)].filter(
      (urn) =>
        (wanted === undefined || wanted.has(urn)) &&
        (types.length === 0 || types.includes(this.#typeOf(urn))),
    );
  }

  #typeOf(urn: Urn): string {
    const entityType = entityTypeOf(urn);
    return this.#registry.findEntity(entityType)?.name ?? entityType;
  }
}

/**
 * The pairs of groups after a key, sorted, each once; undefined after each of their groups, so that the caller can let other
 * work run. Forms the pairs one by one: the groups of one aspect may have many more pairs than members.
 */
export function* sortedPairs(
  groups: readonly LinkGroup[],
  after: LinkKey | undefined,
): Generator<readonly [type: string, source: Urn, destination: Urn] | undefined> {
  const bySource = new Map<string, { type: string; source: Urn; lists: (readonly Urn[])[] }>();
  for (const { type, sources, destinations } of groups) {
    const sorted = destinations.toSorted(compareUrns);
    for (const source of sources) {
      const known = bySource.get(`${type} ${source}`);
      if (known === undefined) bySource.set(`${type} ${source}`, { type, source, lists: [sorted] });
      else known.lists.push(sorted);
    }
    yield undefined;
  }
  const inOrder = [...bySource.values()].sort(
    (a, b) => compareUrns(a.type, b.type) || compareUrns(a.source, b.source),
  );
  const [afterType = '', afterSource = '', afterDestination = ''] = after ?? [];
  for (const { type, source, lists } of inOrder) {
    const order = compareUrns(type, afterType) || compareUrns(source, afterSource);
    if (order < 0) continue;
    const [only = []] = lists;
    const destinations = lists.length === 1 ? only : [...new Set(lists.flat())].sort(compareUrns);
    for (const destination of destinations) {
      if (order === 0 && compareUrns(destination, afterDestination) <= 0) continue;
      yield [type, source, destination];
    }
  }
}
