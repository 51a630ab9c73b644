import { CatalogError, invalidRequest } from '../../errors.ts';
import { escaped } from '../../model/proposal-builders.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../model/structured-property.ts';
import type { PropertyDefinition } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { allowedValueOf, settingsOf } from './property-input.ts';
import { given } from '../../util/given.ts';
import type { AllowedValueInput, CreateInput, UpdateInput } from './property-input.ts';
import { PROPERTY_SETTINGS } from './property-settings.ts';

/** Stored aspects of a structured property. */
export interface StoredProperty {
  readonly definition: JsonObject;
  readonly settings: JsonObject | undefined;
}

/** Proposals that create a property; the first is rejected when the property exists at commit. */
export function creation(
  urn: Urn,
  qualifiedName: string,
  input: CreateInput,
  stamp: AuditStamp,
): MetadataChangeProposal[] {
  const { displayName, description, immutable, cardinality, typeQualifier, allowedPlatforms } = input;
  const allowedTypes = typeQualifier?.allowedTypes;
  const value = {
    qualifiedName,
    valueType: input.valueType,
    entityTypes: input.entityTypes,
    ...given({ displayName, description, immutable, cardinality, allowedPlatforms }),
    ...(allowedTypes !== undefined && allowedTypes !== null && { typeQualifier: { allowedTypes } }),
    ...given({ allowedValues: input.allowedValues?.map(allowedAt('allowedValues')) }),
    created: { ...stamp },
    lastModified: { ...stamp },
  };
  const definition: MetadataChangeProposal = {
    urn,
    aspectName: STRUCTURED_PROPERTY.definitionAspect,
    changeType: 'CREATE_ENTITY',
    value,
  };
  return input.settings
    ? [definition, settingsProposal(urn, settingsOf(input.settings), stamp)]
    : [definition];
}

/**
 * Proposals that change a property; none when the input matches what is stored. The definition is patched, so that
 * concurrent changes of others are kept.
 */
export function update(
  urn: Urn,
  input: UpdateInput,
  stored: StoredProperty,
  stamp: AuditStamp,
): MetadataChangeProposal[] {
  const proposals: MetadataChangeProposal[] = [];
  const operations = definitionOperations(input, stored.definition);
  if (operations.length > 0) {
    const guard: PatchOperation = {
      op: 'test',
      path: '/qualifiedName',
      value: stored.definition['qualifiedName'] ?? null,
    };
    const patch = { operations: [guard, ...operations, add('/lastModified', { ...stamp })] };
    proposals.push({ urn, aspectName: STRUCTURED_PROPERTY.definitionAspect, changeType: 'PATCH', patch });
  }
  const settings = input.settings ? settingsOf(input.settings, stored.settings) : undefined;
  const differs = (name: string): boolean => settings?.[name] !== (stored.settings?.[name] === true);
  if (settings !== undefined && (stored.settings === undefined || PROPERTY_SETTINGS.some(differs))) {
    proposals.push(settingsProposal(urn, settings, stamp));
  }
  return proposals;
}

function definitionOperations(input: UpdateInput, stored: JsonObject): PatchOperation[] {
  const definition = parseDefinition(stored);
  const { displayName, description, immutable } = input;
  return [
    ...changedMembers({ displayName, description, immutable }, stored),
    ...(input.setCardinalityAsMultiple === true ? changedMembers({ cardinality: 'MULTIPLE' }, stored) : []),
    ...allowedTypesOperations(input, definition),
    ...allowedValuesOperations(input, definition),
    ...newUrns(input.newEntityTypes, definition.entityTypes).map((type) =>
      add(`/entityTypes/${escaped(type)}`, type),
    ),
    ...newUrns(input.newAllowedPlatforms, definition.allowedPlatforms).map((platform) =>
      add(`/allowedPlatforms/${escaped(platform)}`, platform),
    ),
  ];
}

function changedMembers(
  members: Readonly<Record<string, JsonValue | undefined>>,
  stored: JsonObject,
): PatchOperation[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null || value === stored[name] ? [] : [add(`/${name}`, value)],
  );
}

function allowedTypesOperations(input: UpdateInput, { allowedTypes }: PropertyDefinition): PatchOperation[] {
  const added = newUrns(input.typeQualifier?.newAllowedTypes, allowedTypes);
  return added.length === 0 ? [] : [add('/typeQualifier', { allowedTypes: [...allowedTypes, ...added] })];
}

function allowedValuesOperations(input: UpdateInput, definition: PropertyDefinition): PatchOperation[] {
  const { allowedValues, newAllowedValues } = input;
  if (allowedValues && newAllowedValues) {
    throw invalidRequest('Provide allowedValues or newAllowedValues, not both.');
  }
  if (allowedValues) return [add('/allowedValues', allowedValues.map(allowedAt('allowedValues')))];
  const added = newAllowedValues?.map(allowedAt('newAllowedValues')) ?? [];
  if (added.length > 0 && definition.allowedValues === undefined) return [add('/allowedValues', added)];
  return added.map((allowed, index) =>
    add(`/allowedValues/${escaped(valueText(newAllowedValues?.[index]))}`, allowed),
  );
}

/** The urns that are not present; entity type urns with and without `datahub.` count as the same. */
function newUrns(urns: readonly string[] | null | undefined, present: readonly string[]): string[] {
  const known = new Set(present.map(withoutNamespace));
  return (urns ?? []).filter((urn) => !known.has(withoutNamespace(urn)));
}

function withoutNamespace(urn: string): string {
  return urn.replace(/^(urn:li:entityType:)datahub\./, '$1');
}

function settingsProposal(
  urn: Urn,
  settings: Readonly<Record<string, boolean>>,
  stamp: AuditStamp,
): MetadataChangeProposal {
  const value = { ...settings, lastModified: { ...stamp } };
  return { urn, aspectName: STRUCTURED_PROPERTY.settingsAspect, changeType: 'UPSERT', value };
}

function allowedAt(list: string): (input: AllowedValueInput, index: number) => JsonObject {
  return (input, index) => allowedValueOf(input, `${list}[${index}]`);
}

function valueText(input: AllowedValueInput | undefined): string {
  return String(input?.stringValue ?? input?.numberValue ?? '');
}

function add(path: string, value: JsonValue): PatchOperation {
  return { op: 'add', path, value };
}

/** Error for a change to a soft-deleted definition, in DataHub's words. */
export function softDeleted(urn: Urn): CatalogError {
  return new CatalogError(
    'VALIDATION',
    `Cannot mutate a soft deleted Structured Property Definition: ${urn}. Restore it first.`,
  );
}
