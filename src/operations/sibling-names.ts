import { CatalogError } from '../errors.ts';
import { because } from '../refusals.ts';
import type { EntityReference } from '../model/entity-reference.ts';
import { equalTo, findEntities, liesIn } from './search/find-entities.ts';
import type { Reading } from './work.ts';

/** Nested entities with names that are unique within a parent. */
interface Hierarchy {
  readonly aspectName: string;
  readonly parentMember: string;
  readonly within: string;
}

/** By entity type. */
const HIERARCHIES: Readonly<Record<string, Hierarchy>> = {
  domain: { aspectName: 'domainProperties', parentMember: 'parentDomain', within: 'domain' },
  glossaryNode: { aspectName: 'glossaryNodeInfo', parentMember: 'parentNode', within: 'node' },
  glossaryTerm: { aspectName: 'glossaryTermInfo', parentMember: 'parentNode', within: 'node' },
};

/** Maximum entities with the same name that are checked. */
const MOST = 100;

/**
 * Throws CONFLICT when another entity of the type has the same name and the same parent, or both have none. Checks
 * domains and glossary nodes and terms only.
 */
export async function requireFreeName(
  { urn, entityType }: EntityReference,
  name: string,
  parent: string | undefined,
  reading: Pick<Reading, 'query' | 'scope'>,
): Promise<void> {
  const hierarchy = HIERARCHIES[entityType];
  if (hierarchy === undefined) return;
  const { aspectName, parentMember, within } = hierarchy;
  const filter = [[equalTo('name', name), liesIn(parentMember, parent)]];
  const listing = { entityTypes: [entityType], filter, count: MOST, lifecycle: 'any' } as const;
  const { entities } = await findEntities(listing, reading);
  const urns = entities.map((found) => found.urn).filter((found) => found !== urn);
  const aspects = await reading.query.getEntities(urns, [aspectName], reading.scope);
  const taken = urns.some((found) => aspects.get(found)?.get(aspectName)?.value['name'] === name);
  if (taken) {
    throw new CatalogError(
      'CONFLICT',
      `"${name}" already exists in this ${within}. Please pick a unique name.`,
      because('NAME_TAKEN', { name }),
    );
  }
}
