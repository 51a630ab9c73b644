import type { JsonObject, JsonValue } from '../../util/json.ts';
import { demoEntity, type DemoEntity } from './demo-entity.ts';

const NAMESPACE = 'io.hearth.';
const URN_PREFIX = `urn:li:structuredProperty:${NAMESPACE}`;

/** A definition; entity types by short name. */
interface Definition {
  readonly name: string;
  readonly about: string;
  readonly type: 'string' | 'rich_text' | 'number' | 'date' | 'urn';
  readonly on: readonly string[];
  readonly many?: true;
  readonly allowed?: readonly (string | number)[];
  readonly allowedTypes?: readonly string[];
  readonly settings?: JsonObject;
}

/** Kinds of personal data. */
export const PERSONAL_DATA = [
  'name',
  'email',
  'phone',
  'address',
  'birth date',
  'bank details',
  'online identifier',
  'location',
];

/** Data classifications, least secret first. */
export const CLASSIFICATIONS = ['Public', 'Internal', 'Confidential', 'Restricted'];

/** Regions whose customers the data of an asset may be about. */
export const REGIONS = ['EU', 'UK', 'US', 'CA', 'AU'];

const DEFINITIONS = {
  dataClassification: {
    name: 'Data classification',
    about: 'Confidentiality of the content under the information security policy.',
    type: 'string',
    on: ['dataset', 'schemaField', 'container', 'dashboard'],
    allowed: CLASSIFICATIONS,
    settings: { showInSearchFilters: true, showAsAssetBadge: true, showInColumnsTable: true },
  },
  personalData: {
    name: 'Personal data',
    about: 'Kinds of personal data in it.',
    type: 'string',
    on: ['dataset', 'schemaField'],
    many: true,
    allowed: PERSONAL_DATA,
    settings: { showInSearchFilters: true, showInColumnsTable: true },
  },
  regions: {
    name: 'Regions',
    about: 'Regions whose customers the data is about.',
    type: 'string',
    on: ['dataset', 'dashboard'],
    many: true,
    allowed: REGIONS,
    settings: { showInSearchFilters: true },
  },
  retentionDays: {
    name: 'Retention',
    about: 'Days after which a row is deleted.',
    type: 'number',
    on: ['dataset'],
    allowed: [30, 90, 365, 730, 3650],
    settings: { showInSearchFilters: true, showInAssetSummary: true },
  },
  qualityScore: {
    name: 'Quality score',
    about: 'Share of passed checks in the last 30 days, 0 to 100.',
    type: 'number',
    on: ['dataset'],
    settings: { showInAssetSummary: true },
  },
  monthlyCostEur: {
    name: 'Monthly cost',
    about: 'Storage and compute of the last month, in euro.',
    type: 'number',
    on: ['dataset', 'dataJob'],
  },
  freshnessHours: {
    name: 'Freshness promise',
    about: 'Hours after which the content is stale. Several if weekdays and weekends differ.',
    type: 'number',
    on: ['dataset', 'dataJob', 'dashboard'],
    many: true,
  },
  certifiedOn: {
    name: 'Certified on',
    about: 'Day on which the owner last confirmed that it can be relied on.',
    type: 'date',
    on: ['dataset', 'dashboard'],
    settings: { showInAssetSummary: true },
  },
  nextReview: {
    name: 'Next review',
    about: 'Day by which the owner must confirm again.',
    type: 'date',
    on: ['dataset', 'dashboard'],
  },
  steward: {
    name: 'Data steward',
    about: 'Person who answers questions about the meaning.',
    type: 'urn',
    on: ['dataset', 'glossaryTerm', 'domain'],
    allowedTypes: ['corpuser'],
    settings: { showInAssetSummary: true },
  },
  usedBy: {
    name: 'Used by',
    about: 'Groups whose work depends on it.',
    type: 'urn',
    on: ['dataset', 'dashboard'],
    many: true,
    allowedTypes: ['corpGroup'],
  },
  costCenter: {
    name: 'Cost centre',
    about: 'Number under which the cost is booked.',
    type: 'string',
    on: ['dataset', 'container', 'dataFlow'],
  },
  runbook: {
    name: 'Runbook',
    about: 'What to do when it breaks.',
    type: 'rich_text',
    on: ['dataset', 'dataJob'],
  },
} satisfies Readonly<Record<string, Definition>>;

/** Short name of a demo property. */
export type PropertyName = keyof typeof DEFINITIONS;

/** Values by short property name; undefined and empty lists are not assigned. */
export type PropertyValues = {
  readonly [Name in PropertyName]?: string | number | readonly (string | number)[] | undefined;
};

export function propertyUrn(name: PropertyName): string {
  return `${URN_PREFIX}${name}`;
}

/** The 13 structured properties of the company, of all value types. */
export function definitions(): readonly DemoEntity[] {
  const all: Readonly<Record<string, Definition>> = DEFINITIONS;
  return Object.entries(all).map(([id, definition]) =>
    demoEntity(`${URN_PREFIX}${id}`, {
      propertyDefinition: definitionAspect(id, definition),
      structuredPropertySettings: definition.settings,
    }),
  );
}

/** The `structuredProperties` aspect; undefined if there is nothing to assign. */
export function assignments(values: PropertyValues): JsonObject | undefined {
  const properties = Object.entries(values).flatMap(([name, value]) => {
    const list = typeof value === 'string' || typeof value === 'number' ? [value] : (value ?? []);
    return list.length === 0 ? [] : [{ propertyUrn: `${URN_PREFIX}${name}`, values: list.map(union) }];
  });
  return properties.length === 0 ? undefined : { properties };
}

function definitionAspect(
  id: string,
  { name, about, type, on, many, allowed, allowedTypes }: Definition,
): JsonObject {
  return {
    qualifiedName: `${NAMESPACE}${id}`,
    displayName: name,
    description: about,
    valueType: `urn:li:dataType:datahub.${type}`,
    cardinality: many === true ? 'MULTIPLE' : 'SINGLE',
    entityTypes: on.map(entityTypeUrn),
    ...(allowed !== undefined && { allowedValues: allowed.map((value) => ({ value: union(value) })) }),
    ...(allowedTypes !== undefined && { typeQualifier: { allowedTypes: allowedTypes.map(entityTypeUrn) } }),
  };
}

function union(value: string | number): JsonValue {
  return typeof value === 'string' ? { string: value } : { double: value };
}

function entityTypeUrn(name: string): string {
  return `urn:li:entityType:datahub.${name}`;
}
