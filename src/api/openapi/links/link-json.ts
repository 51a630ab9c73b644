import { entityTypeOf } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import type { Link } from '../catalog-types.ts';

/** A link as REST shows it. */
export function linkJson({ relationshipType, source, destination }: Link): object {
  return { relationshipType, source: node(source), destination: node(destination) };
}

/** A link of lineage: also which end is made from which. */
export function lineageJson(link: Link): object {
  const { source, destination, upstream } = link;
  return { ...linkJson(link), upstream, downstream: upstream === source ? destination : source };
}

function node(urn: Urn): object {
  return { urn, entityType: entityTypeOf(urn) };
}
