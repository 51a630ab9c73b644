import type { Aspect } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { createLinkReader, linkGroups } from '../../search/links/stated-links.ts';

/** A relationship that a change of an aspect created or ended. */
export interface RelationshipChange {
  readonly operation: 'ADD' | 'REMOVE';
  readonly relationshipType: string;
  readonly sourceUrn: Urn;
  readonly destinationUrn: Urn;
}

/**
 * Lists the relationships that a change of an aspect ended, then those that it created, each once. Yields them one by
 * one, and `undefined` from time to time, so that callers can stop or let other work run: column lineage may have many
 * pairs.
 */
export type RelationshipDiffer = (
  change: Pick<ChangeEvent, 'after' | 'aspectName' | 'before' | 'urn'>,
) => Generator<RelationshipChange | undefined, void, undefined>;

/** Relationships of one type and source: lists of destinations, as stated. */
interface Fan {
  readonly type: string;
  readonly source: Urn;
  readonly lists: (readonly Urn[])[];
}

/** Creates a differ for the aspects of the registry. */
export function createRelationshipDiffer(registry: EntityRegistry): RelationshipDiffer {
  const readLinks = createLinkReader(registry);
  return function* differ({ after, aspectName, before, urn }) {
    const fansOf = function* (aspect: Aspect | undefined): Steps<ReadonlyMap<string, Fan>> {
      const fans = new Map<string, Fan>();
      if (aspect === undefined) return fans;
      const stated = yield* readLinks({ urn, aspectName, value: aspect.value });
      for (const { type, sources, destinations } of linkGroups(stated)) {
        for (const source of sources) {
          const key = `${type} ${source}`;
          const known = fans.get(key);
          if (known === undefined) fans.set(key, { type, source, lists: [destinations] });
          else known.lists.push(destinations);
        }
      }
      return fans;
    };
    const was = yield* fansOf(before);
    const is = yield* fansOf(after);
    const isSame = listComparison();
    yield* missingIn(is, was, 'REMOVE', isSame);
    yield* missingIn(was, is, 'ADD', isSame);
  };
}

function* missingIn(
  other: ReadonlyMap<string, Fan>,
  fans: ReadonlyMap<string, Fan>,
  operation: RelationshipChange['operation'],
  isSame: ListComparison,
): Generator<RelationshipChange | undefined, void, undefined> {
  for (const [key, { lists, source, type }] of fans) {
    const others = other.get(key);
    yield undefined;
    // Most changes leave most of a lineage unchanged; comparing the lists forms no pairs.
    if (others !== undefined && isSame(lists, others.lists)) continue;
    const skipped = new Set(others?.lists.flat());
    for (const destination of lists.flat()) {
      if (skipped.has(destination)) continue;
      skipped.add(destination);
      yield { operation, relationshipType: type, sourceUrn: source, destinationUrn: destination };
    }
  }
}

type ListComparison = (lists: Fan['lists'], others: Fan['lists']) => boolean;

/** Compares lists of destinations. Reads each list once: many sources may share a list. */
function listComparison(): ListComparison {
  const byList = new Map<readonly Urn[], number>();
  const byText = new Map<string, number>();
  const idOf = (list: readonly Urn[] | undefined): number => {
    if (list === undefined) return -1;
    const known = byList.get(list);
    if (known !== undefined) return known;
    const text = JSON.stringify(list);
    const id = byText.get(text) ?? byText.size;
    byText.set(text, id);
    byList.set(list, id);
    return id;
  };
  return (lists, others) =>
    lists.length === others.length && lists.every((list, i) => idOf(list) === idOf(others[i]));
}
