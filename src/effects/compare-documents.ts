import type { EntityRegistry } from '../model/entity-registry.ts';
import { EVERYTHING } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../search/mapping.ts';
import type { FieldValues, SearchDocument, SearchIndex } from '../search/search-index.ts';

/**
 * Those of the documents of which the index holds other values. The fields of a property that is gone are none of the
 * documents' any more, and stay in the index until the values are removed; so do fields that all assignments share,
 * which are therefore not compared.
 */
export async function differingDocuments(
  documents: readonly SearchDocument[],
  index: Pick<SearchIndex, 'values'>,
  registry: EntityRegistry,
): Promise<ReadonlySet<Urn>> {
  const differing = new Set<Urn>();
  const uncompared = new Set([URN_FIELD, ENTITY_TYPE_FIELD, ...sharedByAssignments(registry)]);
  for (const [field, wanted] of byField(documents)) {
    if (uncompared.has(field)) continue;
    const present = await index.values([...wanted.keys()], field, EVERYTHING);
    for (const [urn, values] of wanted) {
      if (!sameValues(values, present.get(urn) ?? [])) differing.add(urn);
    }
  }
  return differing;
}

function sharedByAssignments({ aspects }: EntityRegistry): readonly string[] {
  const aspect = aspects.get(STRUCTURED_PROPERTY.assignmentAspect);
  return aspect?.kind === 'versioned' ? aspect.searchable.map(({ fieldName }) => fieldName) : [];
}

function byField(documents: readonly SearchDocument[]): ReadonlyMap<string, ReadonlyMap<Urn, FieldValues>> {
  const fields = new Map<string, Map<Urn, FieldValues>>();
  for (const { urn, values } of documents) {
    for (const [field, of] of values) {
      const known = fields.get(field) ?? new Map<Urn, FieldValues>();
      fields.set(field, known.set(urn, of));
    }
  }
  return fields;
}

/** The index keeps each value once, and in an order of its own. */
function sameValues(wanted: FieldValues, present: FieldValues): boolean {
  const distinct = new Set<string | number>(wanted);
  return distinct.size === present.length && present.every((value) => distinct.has(value));
}
