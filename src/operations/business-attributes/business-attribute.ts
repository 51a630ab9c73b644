import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { equalTo, findEntities } from '../search/find-entities.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the name, description and type of a business attribute. */
export const ATTRIBUTE_INFO = 'businessAttributeInfo';

/** Class names of column types that differ from the type's name. */
const CLASSES: Readonly<Record<string, string>> = { STRUCT: 'Record' };

/** Throws NOT_FOUND unless the business attribute exists. */
export function requireAttribute(attribute: EntityReference, work: Work): Promise<void> {
  return requireExisting(
    [attribute],
    (missing) => `This urn does not exist: ${missing}. Create the business attribute first.`,
    work,
  );
}

/** Throws CONFLICT when another business attribute has the name. */
export async function requireFreeAttributeName(name: string, urn: Urn, work: Work): Promise<void> {
  const filter = [[equalTo('name', name)]];
  const listing = { entityTypes: ['businessAttribute'], filter, count: 100, lifecycle: 'any' } as const;
  const { entities } = await findEntities(listing, work);
  const others = entities.map((found) => found.urn).filter((found) => found !== urn);
  const aspects = await work.query.getEntities(others, [ATTRIBUTE_INFO], work.scope);
  if (others.some((found) => aspects.get(found)?.get(ATTRIBUTE_INFO)?.value['name'] === name)) {
    throw new CatalogError(
      'CONFLICT',
      `"${name}" already exists as Business Attribute. Please pick a unique name.`,
      because('NAME_TAKEN', { name }),
    );
  }
}

/** The aspect's form of a column type, such as `NUMBER`; undefined for none. */
export function columnClass(type: string | null | undefined): JsonObject | undefined {
  if (!type) return undefined;
  const word = CLASSES[type] ?? type.charAt(0) + type.slice(1).toLowerCase();
  return { type: { [`com.linkedin.schema.${word}Type`]: {} } };
}
