import type { Aspect } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import { createLinkReader } from '../../search/links/stated-links.ts';
import type { StatedLink } from '../../search/links/stated-links.ts';

/** A relationship that a change of an aspect made or ended. */
export interface RelationshipChange {
  readonly operation: 'ADD' | 'REMOVE';
  readonly relationshipType: string;
  readonly sourceUrn: Urn;
  readonly destinationUrn: Urn;
}

/** Lists the relationships that a change of an aspect ended, and then those that it made. */
export type RelationshipDiffer = (
  change: Pick<ChangeEvent, 'after' | 'aspectName' | 'before' | 'urn'>,
) => readonly RelationshipChange[];

/** Creates a differ for the aspects of the registry. */
export function createRelationshipDiffer(registry: EntityRegistry): RelationshipDiffer {
  const readLinks = createLinkReader(registry);
  return ({ after, aspectName, before, urn }) => {
    const linksOf = (aspect: Aspect | undefined): ReadonlyMap<string, StatedLink> =>
      new Map(
        (aspect === undefined ? [] : readLinks(urn, aspectName, aspect.value)).map((link) => [
          `${link.type} ${link.source} ${link.destination}`,
          link,
        ]),
      );
    const [was, is] = [linksOf(before), linksOf(after)];
    return [...missingIn(is, was, 'REMOVE'), ...missingIn(was, is, 'ADD')];
  };
}

function missingIn(
  other: ReadonlyMap<string, StatedLink>,
  links: ReadonlyMap<string, StatedLink>,
  operation: RelationshipChange['operation'],
): readonly RelationshipChange[] {
  return [...links].flatMap(([key, { destination, source, type }]) =>
    other.has(key)
      ? []
      : [{ operation, relationshipType: type, sourceUrn: source, destinationUrn: destination }],
  );
}
