import type { GrantClause } from '../../auth/grants.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { ancestorsOf } from '../ancestors.ts';
import { readsFrom } from '../stored.ts';
import type { Reading } from '../work.ts';
import { isGlossaryPart } from './glossary-part.ts';

/** The rights that change parts of the glossary. */
export const GLOSSARY_RIGHTS = [
  'MANAGE_GLOSSARIES',
  'MANAGE_GLOSSARY_CHILDREN',
  'MANAGE_ALL_GLOSSARY_CHILDREN',
] as const;

const [ANYWHERE, BELOW_PARENT, BELOW_ANCESTOR] = GLOSSARY_RIGHTS;

/**
 * The right to change a glossary term or node: MANAGE_GLOSSARIES, MANAGE_GLOSSARY_CHILDREN on its parent node, or
 * MANAGE_ALL_GLOSSARY_CHILDREN on any of its ancestors.
 */
export async function glossaryRight(part: EntityReference, reading: Reading): Promise<GrantClause> {
  return rightBelow(await nodesAbove(part, reading));
}

/**
 * The right to change children of `parent`: MANAGE_GLOSSARIES, MANAGE_GLOSSARY_CHILDREN on it, or
 * MANAGE_ALL_GLOSSARY_CHILDREN on it or an ancestor. Without a parent only MANAGE_GLOSSARIES counts.
 */
export async function rightIn(parent: EntityReference | undefined, reading: Reading): Promise<GrantClause> {
  return rightBelow(parent === undefined ? [] : [parent, ...(await nodesAbove(parent, reading))]);
}

/** The privilege on the entity. For a glossary term or node, `glossaryRight` also suffices. */
export async function privilegeOrGlossaryRight(
  privilege: string,
  entity: EntityReference,
  reading: Reading,
): Promise<GrantClause> {
  const own = { privilege, urn: entity.urn };
  return isGlossaryPart(entity) ? [own, ...(await glossaryRight(entity, reading))] : [own];
}

/** Nodes above a glossary term or node, nearest first. */
export function nodesAbove(part: EntityReference, reading: Reading): Promise<readonly EntityReference[]> {
  const link = (entityType: string) => ({ aspectName: `${entityType}Info`, member: 'parentNode' });
  return ancestorsOf(part, 'glossaryNode', link, reading, readsFrom(reading));
}

/** The right to change what is below these nodes, nearest first. */
function rightBelow(nodes: readonly EntityReference[]): GrantClause {
  const [parent] = nodes;
  if (parent === undefined) return [{ privilege: ANYWHERE }];
  return [
    { privilege: ANYWHERE },
    { privilege: BELOW_PARENT, urn: parent.urn },
    ...nodes.map(({ urn }) => ({ privilege: BELOW_ANCESTOR, urn, covers: parent.urn })),
  ];
}
