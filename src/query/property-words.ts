import type { EntityRegistry } from '../model/entity-registry.ts';
import type { PropertyState } from '../model/structured-property.ts';
import { assignmentField, holdsAssignment, lacksWords } from '../search/assignment-field.ts';
import type { Expression } from '../search/expression.ts';
import type { FieldMapping } from '../search/mapping.ts';
import type { SearchReader, VisibleQuery } from '../search/search-index.ts';
import type { FieldContext } from './filters/field-resolution.ts';
import { propertyHolders } from '../model/properties/property-holders.ts';
import { unrestricted } from '../search/unrestricted.ts';
import { narrowed } from './visibility/narrow.ts';
import { warnOfMissingWords } from './warn-inexact.ts';
import type { Warn } from './warn-unknown-field.ts';

/** The mapping, with the texts of properties whose values are searched for words and which the caller sees everywhere. */
export function withPropertyWords(context: FieldContext): FieldMapping {
  const { mapping } = context;
  const fields = wordedProperties(context).map(({ definition, generation, urn }) => ({
    field: assignmentField(urn, generation),
    boost: definition.wordWeight ?? 1,
  }));
  return fields.length === 0 ? mapping : { ...mapping, textFields: [...mapping.textFields, ...fields] };
}

/**
 * Properties of which no document lacks words. None will: the index applies commits in order, so all documents after the one
 * that defines the property have them. A change of the definition replaces its state.
 */
const complete = new WeakSet<PropertyState>();

/** Warns of properties whose words are not yet in all documents of the query, with the number of these. */
export async function warnOfPropertiesWithoutWords(
  { entityTypes, where }: VisibleQuery,
  context: FieldContext,
  {
    index,
    registry,
    warn,
  }: {
    readonly index: Pick<SearchReader, 'count'>;
    readonly registry: EntityRegistry;
    readonly warn: Warn;
  },
): Promise<void> {
  for (const property of wordedProperties(context)) {
    if (complete.has(property)) continue;
    const { definition, generation, urn } = property;
    const lacking = lacksWords(urn, generation);
    const anywhere = unrestricted({ entityTypes: propertyHolders(registry), where: lacking });
    if ((await index.count(anywhere)) === 0) {
      complete.add(property);
      continue;
    }
    const count = (found: Expression): Promise<number> =>
      index.count({ entityTypes, where: narrowed(where, [found]) });
    const missing = await count(lacking);
    if (missing === 0) continue;
    const all = await count(holdsAssignment(urn, generation));
    warnOfMissingWords(definition.qualifiedName, { missing, all }, warn);
  }
}

function wordedProperties({ properties, scope }: FieldContext): readonly PropertyState[] {
  return [...properties.worded()].filter(
    ({ generation, urn }) =>
      scope.seesAssignment(urn, generation) && scope.assignmentFilter(urn) === undefined,
  );
}
