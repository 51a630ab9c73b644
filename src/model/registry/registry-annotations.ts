import type { JsonObject, JsonValue } from '../../util/json.ts';
import type {
  FieldSpec,
  FieldType,
  RelationshipField,
  SearchableField,
  SearchFieldType,
} from '../entity-registry.ts';
import {
  inside,
  readFlag,
  readNumber,
  readObject,
  readText,
  readTexts,
  registryError,
  wrong,
  type Place,
} from './registry-file.ts';

/** Default of `queryByDefault` by search field type: whether queries without a field name search the field. */
const QUERIED_BY_DEFAULT: Readonly<Record<SearchFieldType, boolean>> = {
  KEYWORD: false,
  TEXT: true,
  TEXT_PARTIAL: true,
  WORD_GRAM: true,
  BROWSE_PATH: false,
  BROWSE_PATH_V2: false,
  URN: true,
  URN_PARTIAL: true,
  BOOLEAN: false,
  COUNT: false,
  DATETIME: false,
  OBJECT: false,
  MAP_ARRAY: false,
  DOUBLE: false,
};

/** Boost factor of plain urn fields: as in DataHub, a reference to another entity ranks below the entity's own texts. */
const URN_BOOST = 0.1;

const SEARCHABLE_MEMBERS = new Set([
  'fieldName',
  'fieldType',
  'queryByDefault',
  'enableAutocomplete',
  'boostScore',
  'weightsPerFieldValue',
  'addToFilters',
  'filterNameOverride',
  'addHasValuesToFilters',
  'hasValuesFieldName',
  'hasValuesFilterNameOverride',
  'numValuesFieldName',
  'fieldNameAliases',
  'systemModifiedAtFieldName',
]);

/** Optional members with a name. */
const NAME_MEMBERS = [
  'filterNameOverride',
  'hasValuesFieldName',
  'hasValuesFilterNameOverride',
  'numValuesFieldName',
  'systemModifiedAtFieldName',
] as const;
type NameMember = (typeof NAME_MEMBERS)[number];

/** Members with paths, from the root of the aspect, to details of a link. */
const DETAIL_MEMBERS = [
  'createdOn',
  'createdActor',
  'updatedOn',
  'updatedActor',
  'properties',
  'via',
] as const;

const RELATIONSHIP_MEMBERS = new Set(['name', 'entityTypes', 'isLineage', 'isUpstream', ...DETAIL_MEMBERS]);

/** Target of the path of an annotation. */
interface Target {
  readonly path: readonly string[];
  readonly type: FieldType;
  /** Innermost named field on the path; its name and urn class apply. */
  readonly field: FieldSpec;
}

/** Reads the search fields that a field declares and fills in defaults; paths start at the field. */
export function readSearchable(
  place: Place,
  value: JsonValue | undefined,
  field: FieldSpec,
): SearchableField[] {
  if (value === undefined) return [];
  return Object.entries(readObject(place, value)).map(([path, annotation]) => {
    const at = inside(place, path);
    const target = follow(at, field, path);
    if (target.type.kind === 'array' || target.type.kind === 'record' || target.type.kind === 'union') {
      throw registryError(
        at,
        `the path ends at a ${target.type.kind}`,
        'Extend the path to the values inside',
      );
    }
    return searchableField(at, readObject(at, annotation, SEARCHABLE_MEMBERS), target);
  });
}

/** Reads the relationships that a field declares; paths start at the field. */
export function readRelationships(
  place: Place,
  value: JsonValue | undefined,
  field: FieldSpec,
): RelationshipField[] {
  if (value === undefined) return [];
  return Object.entries(readObject(place, value)).map(([path, annotation]) => {
    const at = inside(place, path);
    const target = follow(at, field, path);
    if (target.type.kind !== 'string') {
      throw registryError(
        at,
        `the path ends at a ${target.type.kind}`,
        'A relationship must be declared on a urn string',
      );
    }
    const written = readObject(at, annotation, RELATIONSHIP_MEMBERS);
    return {
      name: readText(at, written, 'name'),
      entityTypes: readTexts(at, written, 'entityTypes'),
      path: target.path,
      isLineage: readFlag(at, written, 'isLineage', false),
      isUpstream: readFlag(at, written, 'isUpstream', true),
      details: readDetails(at, written),
    };
  });
}

function readDetails(place: Place, written: JsonObject): RelationshipField['details'] {
  const details: Partial<Record<(typeof DETAIL_MEMBERS)[number], readonly string[]>> = {};
  for (const member of DETAIL_MEMBERS) {
    if (written[member] !== undefined) details[member] = readText(place, written, member).split('/');
  }
  return details;
}

function searchableField(place: Place, written: JsonObject, target: Target): SearchableField {
  const fieldType = readFieldType(place, written, target.type);
  const isOtherEntity =
    target.field.urnClass === 'Urn' && (fieldType === 'URN' || fieldType === 'URN_PARTIAL');
  const boost = readNumber(place, written, 'boostScore', 1);
  const weights = written['weightsPerFieldValue'];
  return {
    fieldName: written['fieldName'] === undefined ? target.field.name : readText(place, written, 'fieldName'),
    fieldType,
    path: target.path,
    queryByDefault: readFlag(place, written, 'queryByDefault', QUERIED_BY_DEFAULT[fieldType]),
    enableAutocomplete: readFlag(place, written, 'enableAutocomplete', false),
    boostScore: isOtherEntity ? boost * URN_BOOST : boost,
    addToFilters: readFlag(place, written, 'addToFilters', false),
    addHasValuesToFilters: readFlag(place, written, 'addHasValuesToFilters', false),
    fieldNameAliases: readTexts(place, written, 'fieldNameAliases'),
    ...(weights !== undefined && { weightsPerFieldValue: readWeights(place, weights) }),
    ...readNames(place, written),
  };
}

function readNames(place: Place, written: JsonObject): Partial<Record<NameMember, string>> {
  const names: Partial<Record<NameMember, string>> = {};
  for (const member of NAME_MEMBERS) {
    if (written[member] !== undefined) names[member] = readText(place, written, member);
  }
  return names;
}

function follow(place: Place, field: FieldSpec, path: string): Target {
  if (!path.startsWith('/')) {
    throw registryError(place, 'the path must start with /', 'Use / for the field itself');
  }
  const steps: string[] = [];
  let type = field.type;
  let innermost = field;
  for (const step of path === '/' ? [] : path.slice(1).split('/')) {
    if (type.kind === 'map' && (step === '*' || step === '$key')) break;
    const member = type.kind === 'record' ? type.record.fields.get(step) : undefined;
    const next = member?.type ?? stepInto(type, step);
    if (next === undefined) {
      const remedy = 'Name a field, a union member, or * in an array';
      throw registryError(place, `unknown path step '${step}'`, remedy);
    }
    type = next;
    innermost = member ?? innermost;
    steps.push(step);
  }
  return { path: steps, type, field: innermost };
}

function stepInto(type: FieldType, step: string): FieldType | undefined {
  if (type.kind === 'array' && step === '*') return type.items;
  if (type.kind === 'union') return type.members.find((member) => member.key === step)?.type;
  return undefined;
}

function defaultFieldType(type: FieldType): SearchFieldType {
  switch (type.kind) {
    case 'int':
    case 'long':
      return 'COUNT';
    case 'float':
    case 'double':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    case 'map':
      return 'KEYWORD';
    default:
      return 'TEXT';
  }
}

function readFieldType(place: Place, written: JsonObject, type: FieldType): SearchFieldType {
  if (written['fieldType'] === undefined) return defaultFieldType(type);
  const name = readText(place, written, 'fieldType');
  if (isSearchFieldType(name)) return name;
  const remedy = `Use one of ${Object.keys(QUERIED_BY_DEFAULT).join(', ')}`;
  throw registryError(inside(place, 'fieldType'), `unknown search field type '${name}'`, remedy);
}

function isSearchFieldType(name: string): name is SearchFieldType {
  return Object.hasOwn(QUERIED_BY_DEFAULT, name);
}

function readWeights(annotation: Place, value: JsonValue): ReadonlyMap<string, number> {
  const place = inside(annotation, 'weightsPerFieldValue');
  const weights = new Map<string, number>();
  for (const [fieldValue, weight] of Object.entries(readObject(place, value))) {
    if (typeof weight !== 'number') throw wrong(inside(place, fieldValue), weight, 'a number');
    weights.set(fieldValue, weight);
  }
  return weights;
}
