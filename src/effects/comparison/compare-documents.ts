import type { EntityRegistry } from '../../model/entity-registry.ts';
import { STRUCTURED_PROPERTY, type PropertyDirectory } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { HELD_ASSIGNMENTS, WORDED_ASSIGNMENTS, assignmentField } from '../../search/assignment-field.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../../search/mapping.ts';
import type { FieldValues, SearchDocument, SearchIndex } from '../../search/search-index.ts';
import { unrestrictedUrns } from '../../search/unrestricted.ts';

/** Dependencies of a document comparison. */
export interface DocumentComparison {
  readonly index: Pick<SearchIndex, 'values'>;
  readonly registry: EntityRegistry;
  readonly properties: PropertyDirectory;
}

/**
 * Urns of the documents whose values differ in the index. Ignores assignments of ended property generations, which stay
 * in the index until it is rebuilt, fields that all assignments share, and which words a job has still to add.
 */
export async function differingDocuments(
  documents: readonly SearchDocument[],
  { index, properties, registry }: DocumentComparison,
): Promise<ReadonlySet<Urn>> {
  const differing = new Set<Urn>();
  const uncompared = new Set([
    URN_FIELD,
    ENTITY_TYPE_FIELD,
    WORDED_ASSIGNMENTS,
    ...sharedByAssignments(registry),
  ]);
  const live = new Set(
    Array.from(properties.all(), ({ urn, generation }) => assignmentField(urn, generation)),
  );
  const comparable = (field: string, values: FieldValues): FieldValues =>
    field === HELD_ASSIGNMENTS ? values.map(String).filter((held) => live.has(held)) : values;
  for (const [field, wanted] of byField(documents)) {
    if (uncompared.has(field)) continue;
    const present = await index.values(unrestrictedUrns([...wanted.keys()]), field);
    for (const [urn, values] of wanted) {
      const [expected, found] = [values, present.get(urn) ?? []].map((all) => comparable(field, all));
      if (!sameValues(expected ?? [], found ?? [])) differing.add(urn);
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

/** Compares as sets: the index keeps each value once, in its own order. */
function sameValues(wanted: FieldValues, present: FieldValues): boolean {
  const distinct = new Set<string | number>(wanted);
  return distinct.size === present.length && present.every((value) => distinct.has(value));
}
