import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityPredicate } from '../../model/entity-predicate.ts';
import type { Scope } from '../../model/scope.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyDirectory,
  type PropertyState,
} from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { assignmentField } from '../../search/assignment-field.ts';
import type { Expression } from '../../search/expression.ts';
import {
  ENTITY_TYPE_FIELD,
  MODIFIED_FIELD,
  MODIFIED_IN_PART_FIELD,
  REMOVED_FIELD,
  parentField,
  type FieldKind,
  type FieldMapping,
} from '../../search/mapping.ts';

/** Context for resolving field names of a request. */
export interface FieldContext {
  readonly entityTypes: readonly string[];
  readonly mapping: FieldMapping;
  readonly properties: PropertyDirectory;
  readonly scope: Scope;
  /** Expression for the entities on which a property is visible, for properties visible on some entities only. */
  readonly guards?: ReadonlyMap<Urn, Expression>;
  /** The entities that break a rule, by property; for requests that ask for violations. */
  readonly violations?: ReadonlyMap<Urn, Expression>;
  /** Finds entities by effective values. */
  readonly effective?: EffectiveFilters;
}

/** Finds the entities whose effective value of a property meets a condition on the index field of own values. */
export interface EffectiveFilters {
  readonly meeting: (property: Urn, own: Expression) => Expression;
}

/** Name of the filter and facet of entities that break rules; its values are properties. */
export const VIOLATIONS_FIELD = 'violations';

/** An index field that a public name resolves to; `kind` determines how values compare. */
export interface ResolvedField {
  readonly field: string;
  readonly kind: FieldKind | 'entityType' | 'removed' | 'violations';
  /** Urn of the structured property, if the field is one. */
  readonly property?: Urn;
  /** Whether inherited values count. */
  readonly isEffective?: true;
  /** Entities on which the caller may see the property's values; absent: all visible entities. */
  readonly where?: EntityPredicate;
}

/** Names that cover several index fields in DataHub's filters: including those of columns, and edited values. */
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

/**
 * Index fields that a filter on a public name covers; empty if there are none. Throws INVALID_REQUEST for a soft-deleted
 * structured property.
 */
export function resolveFilterFields(name: string, context: FieldContext): readonly ResolvedField[] {
  const parent = parentField(name);
  if (parent === VIOLATIONS_FIELD) return [{ field: parent, kind: 'violations' }];
  const effective = resolveEffectiveField(name, context);
  if (effective !== undefined) return [effective];
  const meant = Object.hasOwn(FIELDS_MEANT, parent) ? (FIELDS_MEANT[parent] ?? []) : [name];
  return meant.flatMap((field) => resolveField(field, context) ?? []);
}

/** Whether a public name is that of a property whose inherited values count. */
export function isEffectiveName(name: string): boolean {
  return name.startsWith(STRUCTURED_PROPERTY.effectivePrefix);
}

/** `resolveField` for a name of effective values, which only filters and facets have. */
export function resolveEffectiveField(name: string, context: FieldContext): ResolvedField | undefined {
  if (!isEffectiveName(name)) return undefined;
  const { effectivePrefix, fieldPrefix } = STRUCTURED_PROPERTY;
  const field = resolvePropertyField(fieldPrefix + name.slice(effectivePrefix.length), context);
  return field && { ...field, isEffective: true };
}

/**
 * Index field by public name; undefined if there is none or the caller may not see it. Throws INVALID_REQUEST for a
 * soft-deleted structured property.
 */
export function resolveField(name: string, context: FieldContext): ResolvedField | undefined {
  if (name.startsWith(STRUCTURED_PROPERTY.fieldPrefix)) return resolvePropertyField(name, context);
  const field = parentField(name);
  if (field === ENTITY_TYPE_FIELD) return { field, kind: 'entityType' };
  if (field === REMOVED_FIELD) return { field, kind: 'removed' };
  if (field === MODIFIED_FIELD) {
    // The time of a hidden value would reveal that somebody wrote it.
    return { field: context.scope.seesEveryProperty ? field : MODIFIED_IN_PART_FIELD, kind: 'date' };
  }
  const kind = context.mapping.kindOf(field);
  return kind === undefined ? undefined : { field, kind };
}

/** Display name of a field; for a structured property, the requested name. */
export function displayNameOf(name: string, { mapping }: FieldContext): string {
  return name.startsWith(STRUCTURED_PROPERTY.fieldPrefix) || isEffectiveName(name)
    ? name
    : mapping.displayNameOf(parentField(name));
}

function resolvePropertyField(name: string, context: FieldContext): ResolvedField | undefined {
  const property = propertyOfField(name, context.properties);
  if (property === undefined) return undefined;
  // Checked before soft deletion: a property that the caller may not see must look like an unknown one.
  if (context.scope.assignmentFilter(property.urn)?.length === 0) return undefined;
  if (property.removed) {
    throw invalidRequest(
      `Cannot filter on deleted Structured Property [${property.urn}]. ` +
        'Restore the property, or remove it from filters, facets and query.',
      undefined,
      because('PROPERTY_DELETED'),
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
 * Property of the name `structuredProperties.<name>`. Tries the whole name, then the name without a sub-field, then
 * DataHub's index field name of a versioned definition.
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

/** Undefined for another version, which has no values; a soft-deleted property is returned for any version. */
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
