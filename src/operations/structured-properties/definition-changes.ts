import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import { patchOf, put, putGiven, upsertOf } from '../../model/proposal-builders.ts';
import { PROPERTY_SETTINGS, settingsOf } from '../../model/properties/property-settings.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  scalarOf,
  type PropertyDefinition,
} from '../../model/structured-property.ts';
import { searchConfigurationOf } from '../../model/properties/word-search.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { FLAG, described, objectOf } from '../shapes.ts';
import {
  ALLOWED_VALUES,
  DEFINITION_MEMBERS,
  REPLACED_PARTS,
  SETTINGS,
  TEXTS,
  partAspects,
} from './shapes.ts';
import { because } from '../../refusals.ts';

/** Stored aspects of a structured property. */
interface StoredProperty {
  readonly definition: JsonObject;
  readonly settings: JsonObject | undefined;
}

/** Changes to a structured property; undefined or null members stay unchanged. */
export const DEFINITION_CHANGES = {
  ...DEFINITION_MEMBERS,
  setCardinalityAsMultiple: v.nullish(
    described('True to allow several values; can be reverted only with a new version.', FLAG),
  ),
  typeQualifier: v.nullish(
    described(
      'Restricts values of type urn.',
      objectOf({
        newAllowedTypes: v.nullish(
          described('Urns of entity types to add, that a value of type urn may refer to.', TEXTS),
        ),
      }),
    ),
  ),
  allowedValues: v.nullish(
    described('Complete list of allowed values; not together with `newAllowedValues`.', ALLOWED_VALUES),
  ),
  newAllowedValues: v.nullish(described('Allowed values to add.', ALLOWED_VALUES)),
  newEntityTypes: v.nullish(described('Urns of entity types to add.', TEXTS)),
  newAllowedPlatforms: v.nullish(described('Urns of allowed platforms to add.', TEXTS)),
  settings: v.nullish(described('Settings to change; omitted ones stay unchanged.', SETTINGS)),
  ...REPLACED_PARTS,
};

type DefinitionChanges = v.InferOutput<v.ObjectSchema<typeof DEFINITION_CHANGES, undefined>>;

/**
 * Proposals that change a property; none if nothing differs. Patches the definition, so that concurrent changes of
 * others are kept.
 */
export function definitionChanges(
  urn: Urn,
  changes: DefinitionChanges,
  stored: StoredProperty,
  stamp: AuditStamp,
): readonly MetadataChangeProposal[] {
  const proposals: MetadataChangeProposal[] = [];
  const operations = definitionOperations(changes, stored.definition);
  if (operations.length > 0) {
    const guard: PatchOperation = {
      op: 'test',
      path: '/qualifiedName',
      value: stored.definition['qualifiedName'] ?? null,
    };
    const all = [guard, ...operations, put(['lastModified'], { ...stamp })];
    proposals.push(patchOf(urn, STRUCTURED_PROPERTY.definitionAspect, all));
  }
  const settings = changes.settings ? settingsOf(changes.settings, stored.settings) : undefined;
  const differs = (name: string): boolean => settings?.[name] !== (stored.settings?.[name] === true);
  if (settings !== undefined && (stored.settings === undefined || PROPERTY_SETTINGS.some(differs))) {
    proposals.push(settingsProposal(urn, settings, stamp));
  }
  return [...proposals, ...replacedParts(urn, changes)];
}

/** Proposals that replace the given parts of a definition. */
export function replacedParts(
  urn: Urn,
  parts: v.InferOutput<v.ObjectSchema<typeof REPLACED_PARTS, undefined>>,
): readonly MetadataChangeProposal[] {
  return Object.entries(partAspects(parts)).map(([part, value]) => upsertOf(urn, part, value));
}

/** Proposal that replaces the settings of a property. */
export function settingsProposal(
  urn: Urn,
  settings: Readonly<Record<string, boolean>>,
  stamp: AuditStamp,
): MetadataChangeProposal {
  return upsertOf(urn, STRUCTURED_PROPERTY.settingsAspect, { ...settings, lastModified: { ...stamp } });
}

function definitionOperations(changes: DefinitionChanges, stored: JsonObject): readonly PatchOperation[] {
  const definition = parseDefinition(stored);
  const { displayName, description, immutable, newEntityTypes, newAllowedPlatforms, search } = changes;
  const cardinality = changes.setCardinalityAsMultiple === true ? { cardinality: 'MULTIPLE' } : {};
  return [
    ...changedMembers({ displayName, description, immutable, ...cardinality }, stored),
    ...(search
      ? [put(['searchConfiguration'], searchConfigurationOf(search, stored['searchConfiguration']))]
      : []),
    ...allowedTypesOperations(changes, definition),
    ...allowedValuesOperations(changes, definition),
    ...newUrns(newEntityTypes, definition.entityTypes).map((type) => put(['entityTypes', type], type)),
    ...newUrns(newAllowedPlatforms, definition.allowedPlatforms).map((platform) =>
      put(['allowedPlatforms', platform], platform),
    ),
  ];
}

function changedMembers(
  members: Readonly<Record<string, JsonValue | undefined>>,
  stored: JsonObject,
): readonly PatchOperation[] {
  return putGiven(
    Object.fromEntries(Object.entries(members).filter(([name, value]) => value !== stored[name])),
  );
}

function allowedTypesOperations(
  { typeQualifier }: DefinitionChanges,
  { allowedTypes }: PropertyDefinition,
): readonly PatchOperation[] {
  const added = newUrns(typeQualifier?.newAllowedTypes, allowedTypes);
  return added.length === 0 ? [] : [put(['typeQualifier'], { allowedTypes: [...allowedTypes, ...added] })];
}

function allowedValuesOperations(
  { allowedValues, newAllowedValues: added }: DefinitionChanges,
  definition: PropertyDefinition,
): readonly PatchOperation[] {
  if (allowedValues && added)
    throw invalidRequest(
      'Provide allowedValues or newAllowedValues, not both.',
      undefined,
      because('INPUT_EXCLUDES', { names: ['allowedValues', 'newAllowedValues'] }),
    );
  if (allowedValues) return [put(['allowedValues'], allowedValues)];
  if (!added || added.length === 0) return [];
  if (definition.allowedValues === undefined) return [put(['allowedValues'], added)];
  const known = new Set(definition.allowedValues.map(({ value }) => scalarOf(value)));
  return added.flatMap((allowed) => {
    const scalar = scalarOf(allowed.value);
    // Without a new description, an existing allowed value keeps its own.
    if (known.has(scalar) && allowed.description === undefined) return [];
    known.add(scalar);
    return [put(['allowedValues', String(scalar)], allowed)];
  });
}

/** The urns that are not present; entity type urns with and without `datahub.` count as the same. */
function newUrns(urns: readonly string[] | null | undefined, present: readonly string[]): readonly string[] {
  const known = new Set(present.map(withoutNamespace));
  return (urns ?? []).filter((urn) => !known.has(withoutNamespace(urn)));
}

function withoutNamespace(urn: string): string {
  return urn.replace(/^(urn:li:entityType:)datahub\./, '$1');
}
