import { applyPatch } from '../../change/patch/apply-patch.ts';
import { parsePointer } from '../../change/patch/patch-pointer.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { subjectFields, textsInFields } from '../../query/visibility/subject-fields.ts';
import type { JsonObject } from '../../util/json.ts';
import { restrictionDenial } from '../policies/restricted-rights.ts';
import type { Write, WriteCheckParts } from './write.ts';
import { GUARDED_ASPECTS, TYPE_RIGHTS, needOf } from './write-rights.ts';

/**
 * Parts of an entity that a grant of the privilege covers, besides the aspects in `ASPECT_RIGHTS`: an aspect, and
 * optionally a path at or below which every operation of a patch must be. `*` is any element.
 */
export const GRANTED_PARTS: Readonly<Record<string, readonly string[]>> = {
  // One aspect holds tags, terms and descriptions of all columns.
  EDIT_DATASET_COL_TAGS: ['editableSchemaMetadata/editableSchemaFieldInfo/*/globalTags'],
  EDIT_DATASET_COL_GLOSSARY_TERMS: ['editableSchemaMetadata/editableSchemaFieldInfo/*/glossaryTerms'],
  EDIT_DATASET_COL_DESCRIPTION: [
    'editableSchemaMetadata/editableSchemaFieldInfo/*/description',
    'editableSchemaMetadata/lastModified',
  ],
  EDIT_ENTITY_DOCS: [
    'applicationProperties/description',
    'businessAttributeInfo/description',
    'dataProductProperties/description',
    'domainProperties/description',
    'glossaryNodeInfo/definition',
    'glossaryTermInfo/definition',
    'tagProperties/description',
  ],
  // Answers of forms are property values.
  EDIT_ENTITY_PROPERTIES: ['forms/completedForms', 'forms/incompleteForms', 'forms/verifications'],
  EDIT_LINEAGE: ['chartInfo', 'dashboardInfo'],
  EDIT_TAG_COLOR: ['tagProperties/colorHex'],
};

/** What a grant on subjects covers for entities of one type. */
export interface GrantedType {
  /** One of these privileges must be granted on each subject of the entity. */
  readonly privileges: readonly string[];
  /**
   * Aspect and search fields that name the subjects; `dataset`: the subject is the dataset of the column; absent: no
   * subjects.
   */
  readonly subjects?: { readonly aspectName: string; readonly fields: readonly string[] } | 'dataset';
  /** Whether a grant on the entity itself counts when it has no subjects. */
  readonly countsOnItself?: boolean;
  readonly aspects: readonly string[];
  /** Further aspects that a new entity may have. */
  readonly newAspects?: readonly string[];
  readonly isRemovable?: boolean;
}

/** A term or node in the glossary; its subject is its parent node. */
function glossaryPart(infoAspect: string, ...others: readonly string[]): GrantedType {
  return {
    privileges: ['MANAGE_GLOSSARY_CHILDREN', 'MANAGE_ALL_GLOSSARY_CHILDREN'],
    subjects: { aspectName: infoAspect, fields: ['parentNode'] },
    aspects: [infoAspect, 'institutionalMemory', 'displayProperties', ...others],
    newAspects: ['ownership'],
    isRemovable: true,
  };
}

/** Types whose entities belong to others, their subjects: grants on those cover them. */
export const GRANTED_TYPES: Readonly<Record<string, GrantedType>> = {
  assertion: {
    privileges: ['EDIT_ENTITY_ASSERTIONS'],
    subjects: { aspectName: 'assertionInfo', fields: subjectFields('assertion') },
    countsOnItself: true,
    aspects: ['assertionInfo', 'assertionRunEvent', 'dataPlatformInstance'],
    isRemovable: true,
  },
  dataContract: {
    privileges: ['EDIT_ENTITY_DATA_CONTRACT'],
    subjects: { aspectName: 'dataContractProperties', fields: subjectFields('dataContract') },
    aspects: ['dataContractProperties', 'dataContractStatus'],
  },
  dataProduct: {
    privileges: ['MANAGE_DATA_PRODUCTS'],
    subjects: { aspectName: 'domains', fields: ['domains'] },
    aspects: ['dataProductProperties'],
    newAspects: ['domains', 'ownership'],
    isRemovable: true,
  },
  document: {
    privileges: ['EDIT_ENTITY_DOCS'],
    countsOnItself: true,
    aspects: ['documentInfo', 'documentSettings', 'subTypes'],
  },
  erModelRelationship: {
    privileges: ['CREATE_ENTITY_ER_MODEL_RELATIONSHIP', 'EDIT_ENTITY'],
    subjects: { aspectName: 'erModelRelationshipProperties', fields: ['source', 'destination'] },
    aspects: ['erModelRelationshipProperties', 'editableERModelRelationshipProperties'],
    isRemovable: true,
  },
  glossaryNode: glossaryPart('glossaryNodeInfo'),
  glossaryTerm: glossaryPart('glossaryTermInfo', 'glossaryRelatedTerms'),
  incident: {
    privileges: ['EDIT_ENTITY_INCIDENTS'],
    subjects: { aspectName: 'incidentInfo', fields: subjectFields('incident') },
    aspects: ['incidentInfo'],
  },
  query: {
    privileges: ['EDIT_ENTITY_QUERIES'],
    subjects: { aspectName: 'querySubjects', fields: subjectFields('query') },
    countsOnItself: true,
    aspects: ['queryProperties', 'querySubjects'],
    isRemovable: true,
  },
  schemaField: {
    privileges: [
      'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE',
      'EDIT_DEPRECATION_PRIVILEGE',
      'EDIT_ENTITY',
    ],
    subjects: 'dataset',
    aspects: ['businessAttributes', 'deprecation', 'logicalParent'],
  },
};

/** A grant of the privilege on assets covers their membership of data products: `assets/<urn>` in the aspect. */
export const GRANTED_MEMBERSHIP = {
  privilege: 'EDIT_ENTITY_DATA_PRODUCTS',
  entityType: 'dataProduct',
  aspectName: 'dataProductProperties',
  member: 'assets',
} as const;

/**
 * The writes that no grant of the operation covers, to be judged by the general rules. A grant on an entity covers:
 *
 * - parts of the entity itself (`ASPECT_RIGHTS`, `GRANTED_PARTS`),
 * - its membership of data products (`GRANTED_MEMBERSHIP`),
 * - entities that belong to it (`GRANTED_TYPES`), if there is a grant on every other entity to which they belong:
 *   before the write, whether or not the caller sees those, and after it.
 *
 * Never covered: guarded aspects, exclusive types, types outside the caller's token, and an existing entity that the
 * caller does not see, because the operation could not check what it overwrites.
 */
export async function withoutGranted(
  writes: readonly Write[],
  parts: WriteCheckParts,
): Promise<readonly Write[]> {
  const { actor, authorizer, query } = parts;
  const left = writes.filter((write) => isGuarded(write) || !isGrantedPart(write, parts));
  const candidates = left.filter(
    (write) => !isGuarded(write) && (isGrantedMembership(write, parts) || mayBelong(write, parts)),
  );
  if (candidates.length === 0) return left;
  const urns = [...new Set(candidates.map(({ urn }) => urn))];
  const seen = await query.existing(urns, authorizer.scopeOf(actor));
  const stored = await query.getEntities(urns, subjectAspects(urns), EVERYTHING);
  const byUrn = Map.groupBy(writes, ({ urn }) => urn);
  const granted = new Set(
    candidates.filter((write) => {
      const { urn, operation } = write;
      if (operation !== 'create' && !seen.has(urn) && grantedType(urn)?.subjects !== 'dataset') return false;
      return isGrantedMembership(write, parts) || belongs(urn, byUrn.get(urn) ?? [], stored.get(urn), parts);
    }),
  );
  return left.filter((write) => !granted.has(write));
}

function isGuarded({ urn, aspectName }: Write): boolean {
  if (aspectName !== undefined && Object.hasOwn(GUARDED_ASPECTS, aspectName)) return true;
  const entityType = entityTypeOf(urn);
  return Object.hasOwn(TYPE_RIGHTS, entityType) && TYPE_RIGHTS[entityType]?.isExclusive === true;
}

/**
 * Whether the write changes only parts of its existing entity that grants on it cover: any part of an aspect when the grants
 * are what general rules require, which then need not decide the same again.
 */
function isGrantedPart(write: Write, { grants }: WriteCheckParts): boolean {
  const { aspectName, operation, patch, urn } = write;
  if (operation !== 'update') return false;
  const isHeld = (privilege: string): boolean => grants.has([privilege], urn);
  if (needOf(write).onEntity.some((privileges) => privileges.every(isHeld))) return true;
  const parts = grants
    .on(urn)
    .flatMap((privilege) => GRANTED_PARTS[privilege] ?? [])
    .map((part) => part.split('/'))
    .filter(([ofAspect]) => ofAspect === aspectName);
  if (parts.some(({ length }) => length === 1)) return true;
  const paths = pathsIn(patch);
  return paths.length > 0 && paths.every((path) => parts.some(([, ...part]) => isWithin(path, part)));
}

/** Whether the write only adds assets with a grant to a data product, or removes them. */
function isGrantedMembership(
  { urn, operation, aspectName, patch }: Write,
  { grants, actor: { restriction } }: WriteCheckParts,
): boolean {
  const { privilege, entityType, member } = GRANTED_MEMBERSHIP;
  if (operation !== 'update' || aspectName !== GRANTED_MEMBERSHIP.aspectName) return false;
  if (entityTypeOf(urn) !== entityType) return false;
  if (restriction !== undefined && restrictionDenial(restriction, privilege, { urn }) !== undefined)
    return false;
  const paths = pathsIn(patch);
  const isGrantedPath = ([list, asset = '', ...below]: readonly string[]): boolean =>
    list === member && below.length === 0 && isUrn(asset) && grants.has([privilege], asset);
  return paths.length > 0 && paths.every(isGrantedPath);
}

/** Whether grants can cover the aspect and entity type of the write. */
function mayBelong(write: Write, { grants, actor: { restriction } }: WriteCheckParts): boolean {
  const { urn } = write;
  const type = grantedType(urn);
  if (type === undefined || !grants.hasAny(type.privileges) || !isOfType(write, type)) return false;
  return type.privileges.some(
    (privilege) =>
      restriction === undefined || restrictionDenial(restriction, privilege, { urn }) === undefined,
  );
}

function isOfType({ operation, aspectName }: Write, type: GrantedType): boolean {
  if (aspectName === undefined) return type.isRemovable === true;
  if (operation === 'remove') return false;
  if (type.aspects.includes(aspectName)) return true;
  return operation === 'create' && type.newAspects?.includes(aspectName) === true;
}

/** Whether there is a grant on every entity to which this one belongs before and after the writes. */
function belongs(
  urn: Urn,
  writes: readonly Write[],
  stored: EntityAspects | undefined,
  parts: WriteCheckParts,
): boolean {
  const type = grantedType(urn);
  if (type === undefined) return false;
  const { grants } = parts;
  const isNew = writes.some(({ operation }) => operation === 'create');
  const [before, after] = subjects(urn, type, writes, stored, parts);
  const isGranted = (subject: string): boolean =>
    isUrn(subject) && [subject, holderOf(subject) ?? subject].some((one) => grants.has(type.privileges, one));
  if (![...before, ...after].every(isGranted)) return false;
  if (!isNew && type.countsOnItself === true && grants.has(type.privileges, urn)) return true;
  return after.length > 0 && (isNew || before.length > 0);
}

/** The subjects of an entity as stored, and after the writes. */
function subjects(
  urn: Urn,
  { subjects: place }: GrantedType,
  writes: readonly Write[],
  stored: EntityAspects | undefined,
  { registry }: WriteCheckParts,
): readonly [before: readonly string[], after: readonly string[]] {
  if (place === 'dataset') return [[holderOf(urn) ?? urn], [holderOf(urn) ?? urn]];
  const spec = place && registry.aspects.get(place.aspectName);
  if (place === undefined || spec === undefined) return [[], []];
  const before = stored?.get(place.aspectName)?.value;
  let after: JsonObject | undefined = before;
  for (const { aspectName, value, patch } of writes) {
    if (aspectName === place.aspectName) after = patch ? applyPatch(spec, after, patch) : value;
  }
  const named = (value: JsonObject | undefined): readonly string[] =>
    value === undefined ? [] : textsInFields(spec, place.fields, value);
  return [named(before), named(after)];
}

function subjectAspects(urns: readonly Urn[]): readonly string[] {
  const places = urns.map((urn) => grantedType(urn)?.subjects);
  return [...new Set(places.flatMap((place) => (typeof place === 'object' ? [place.aspectName] : [])))];
}

function grantedType(urn: Urn): GrantedType | undefined {
  const entityType = entityTypeOf(urn);
  return Object.hasOwn(GRANTED_TYPES, entityType) ? GRANTED_TYPES[entityType] : undefined;
}

/** Paths of all operations of a patch; none if one of them cannot be judged by its path. */
function pathsIn(patch: Write['patch']): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  for (const { from, path } of patch?.operations ?? []) {
    const segments = parsePointer(path);
    if (from !== undefined || 'problem' in segments) return [];
    paths.push(segments);
  }
  return paths;
}

function isWithin(path: readonly string[], part: readonly string[]): boolean {
  return part.length <= path.length && part.every((step, i) => step === '*' || step === path[i]);
}
