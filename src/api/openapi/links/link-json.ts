import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import type { Link } from '../../../operations/relationships/scroll-links.ts';

/** JSON of a link. */
export function linkJson({ relationshipType, source, destination }: Link): object {
  return { relationshipType, source: node(source), destination: node(destination) };
}

/** JSON of a lineage link; adds which end is upstream. */
export function lineageJson(link: Link): object {
  const { source, destination, upstream } = link;
  return { ...linkJson(link), upstream, downstream: upstream === source ? destination : source };
}

function node(urn: Urn): object {
  return { urn, entityType: entityTypeOf(urn) };
}
