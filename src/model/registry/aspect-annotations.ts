import type {
  FieldSpec,
  FieldType,
  RecordSpec,
  RelationshipField,
  SearchableField,
} from '../entity-registry.ts';

interface Annotation {
  readonly path: readonly string[];
}

/**
 * All search fields of an aspect with their paths from the root, in schema order. If a field name is already used in the
 * aspect, the path joined with `_` replaces it. As in DataHub, such a field is skipped if its path contains an array.
 */
export function searchableFields(record: RecordSpec): SearchableField[] {
  const taken = new Set<string>();
  const fields: SearchableField[] = [];
  for (const field of collect(record, (spec) => spec.searchable)) {
    const fieldName = taken.has(field.fieldName) ? nameOfPath(field.path) : field.fieldName;
    if (fieldName.includes('__') || taken.has(fieldName)) continue;
    taken.add(fieldName);
    fields.push({ ...field, fieldName });
  }
  return fields;
}

/**
 * Search fields for string fields of a key aspect without annotation, such as the id of a run: DataHub finds entities
 * by the words of their urns.
 */
export function searchableIds({ fields }: RecordSpec): SearchableField[] {
  const ids = [...fields.values()].filter(
    ({ type, isUrn, searchable }) => type.kind === 'string' && !isUrn && searchable.length === 0,
  );
  return ids.map(({ name }) => ({
    fieldName: name,
    fieldType: 'TEXT_PARTIAL',
    path: [name],
    queryByDefault: true,
    enableAutocomplete: false,
    boostScore: 1,
    addToFilters: false,
    addHasValuesToFilters: false,
    fieldNameAliases: [],
  }));
}

/** All relationships of an aspect with their paths from the root, in schema order. */
export function relationshipFields(record: RecordSpec): RelationshipField[] {
  return collect(record, (spec) => spec.relationships);
}

/**
 * Walks all values depth first. If several annotations target the same value, the outermost wins: a field that embeds
 * a record can override the annotations of the record. A record nested in itself is not entered again.
 */
function collect<A extends Annotation>(
  root: RecordSpec,
  annotationsOf: (field: FieldSpec) => readonly A[],
): A[] {
  const found: A[] = [];
  const inForce = new Map<string, A>();
  const entered = new Set<RecordSpec>();
  const steps: string[] = [];

  const enterRecord = (record: RecordSpec): void => {
    if (entered.has(record)) return;
    entered.add(record);
    for (const field of record.fields.values()) {
      steps.push(field.name);
      for (const annotation of annotationsOf(field)) {
        const key = [...steps, ...annotation.path].join('/');
        if (!inForce.has(key)) inForce.set(key, annotation);
      }
      enterType(field.type);
      steps.pop();
    }
    entered.delete(record);
  };
  const enter = (type: FieldType, step: string): void => {
    steps.push(step);
    enterType(type);
    steps.pop();
  };
  const enterType = (type: FieldType): void => {
    if (type.kind === 'record') enterRecord(type.record);
    else if (type.kind === 'array') enter(type.items, '*');
    else if (type.kind === 'union') for (const member of type.members) enter(member.type, member.key);
    else if (inForce.size > 0) {
      const annotation = inForce.get(steps.join('/'));
      if (annotation !== undefined) found.push({ ...annotation, path: [...steps] });
    }
  };
  enterRecord(root);
  return found;
}

function nameOfPath(path: readonly string[]): string {
  return path.map((step) => (step === '*' ? '' : step)).join('_');
}
