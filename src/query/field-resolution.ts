import { invalidRequest } from '../errors.ts';
import type { EntityPredicate } from '../model/entity-predicate.ts';
import type { Scope } from '../model/scope.ts';
import type { PropertyDirectory, PropertyState } from '../model/structured-property.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { assignmentField } from '../search/assignment-field.ts';
import type { Expression } from '../search/expression.ts';
import type { FieldKind, FieldMapping } from '../search/mapping.ts';
import { ENTITY_TYPE_FIELD, REMOVED_FIELD, parentField } from '../search/mapping.ts';

/** What names in a request are resolved against. */
export interface FieldContext {
  readonly entityTypes: readonly string[];
  readonly mapping: FieldMapping;
  readonly properties: PropertyDirectory;
  readonly scope: Scope;
  /** For properties whose values the caller sees on some entities only: these entities. */
  readonly guards?: ReadonlyMap<Urn, Expression>;
}

/** A public name resolved to an index field, with the way in which its values are compared. */
export interface ResolvedField {
  readonly field: string;
  readonly kind: FieldKind | 'entityType' | 'removed';
  /** The structured property, if the field is one. */
  readonly property?: Urn;
  /** The entities on which the caller may see the property's values; absent: all that the caller sees. */
  readonly where?: EntityPredicate;
}

/** Fields of which DataHub's filters mean others, too: what the columns of a dataset have, and what people edited. */
const FIELDS_MEANT: Readonly<Record<string, readonly string[]>> = {
  tags: ['tags', 'fieldTags', 'editedFieldTags'],
  fieldTags: ['fieldTags', 'editedFieldTags'],
  glossaryTerms: ['glossaryTerms', 'fieldGlossaryTerms', 'editedFieldGlossaryTerms'],
  fieldGlossaryTerms: ['fieldGlossaryTerms', 'editedFieldGlossaryTerms'],
  fieldDescriptions: ['fieldDescriptions', 'editedFieldDescriptions'],
  description: ['description', 'editedDescription'],
  businessAttribute: ['businessAttributeRef', 'businessAttributeRef.urn'],
  origin: ['origin', 'env'],
  env: ['env', 'origin'],
};

/** The index fields that a filter on a name looks at; none when there is no such field. */
export function resolveFilterFields(name: string, context: FieldContext): readonly ResolvedField[] {
  const parent = parentField(name);
  const meant = Object.hasOwn(FIELDS_MEANT, parent) ? (FIELDS_MEANT[parent] ?? []) : [name];
  return meant.flatMap((field) => resolveField(field, context) ?? []);
}

/**
 * The index field of a name; undefined when there is none, or none for this caller. Throws INVALID_REQUEST for a
 * soft-deleted structured property.
 */
export function resolveField(name: string, context: FieldContext): ResolvedField | undefined {
  if (name.startsWith(STRUCTURED_PROPERTY.fieldPrefix)) return resolvePropertyField(name, context);
  const field = parentField(name);
  if (field === ENTITY_TYPE_FIELD) return { field, kind: 'entityType' };
  if (field === REMOVED_FIELD) return { field, kind: 'removed' };
  const kind = context.mapping.kindOf(field);
  return kind === undefined ? undefined : { field, kind };
}

/** What a field is called for people; a structured property as it was asked for. */
export function displayNameOf(name: string, { mapping }: FieldContext): string {
  return name.startsWith(STRUCTURED_PROPERTY.fieldPrefix) ? name : mapping.displayNameOf(parentField(name));
}

function resolvePropertyField(name: string, context: FieldContext): ResolvedField | undefined {
  const property = propertyOfField(name, context.properties);
  if (property === undefined) return undefined;
  // One that the caller may not know of is not there, whatever has become of it.
  if (context.scope.assignmentFilter(property.urn)?.length === 0) return undefined;
  if (property.removed) {
    throw invalidRequest(
      `Cannot filter on deleted Structured Property [${property.urn}]. ` +
        'Restore the property, or leave it out of filters, facets and query.',
    );
  }
  if (!context.scope.seesAssignment(property.urn, property.generation)) return undefined;
  const where = context.scope.assignmentFilter(property.urn);
  return {
    ...(where !== undefined && { where }),
    field: assignmentField(property.urn, property.generation),
    kind: kindOfProperty(property),
    property: property.urn,
  };
}

/**
 * The property that `structuredProperties.<name>` means: the whole name first, then without the name of a sub-field,
 * then as DataHub's index names the field of a definition with a version.
 */
function propertyOfField(name: string, properties: PropertyDirectory): PropertyState | undefined {
  const qualifiedName = name.slice(STRUCTURED_PROPERTY.fieldPrefix.length);
  return (
    properties.resolve(qualifiedName) ??
    properties.resolve(parentField(qualifiedName)) ??
    propertyOfVersion(parentField(qualifiedName), properties)
  );
}

/** `_versioned.<name>.<version>.<type>`. */
const VERSIONED_FIELD = /^_versioned\.(.+)\.(\d{14})\.(\w+)$/;

/** A field of an earlier version has no values; that of a soft-deleted property is denied whatever its version. */
function propertyOfVersion(name: string, properties: PropertyDirectory): PropertyState | undefined {
  const [, qualifiedName = '', version, valueType] = VERSIONED_FIELD.exec(name) ?? [];
  const property = properties.resolve(qualifiedName);
  if (property === undefined || property.removed) return property;
  const { definition } = property;
  return definition.version === version && definition.valueType === valueType ? property : undefined;
}

function kindOfProperty({ definition }: PropertyState): FieldKind {
  switch (definition.valueType) {
    case 'number':
      return 'double';
    case 'date':
      return 'date';
    default:
      return 'text';
  }
}
