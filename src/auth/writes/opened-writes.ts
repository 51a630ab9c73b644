import { applyPatch } from '../../change/patch/apply-patch.ts';
import { parsePointer } from '../../change/patch/patch-pointer.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { textsInFields } from '../../query/visibility/subject-fields.ts';
import type { JsonObject } from '../../util/json.ts';
import { OPENED_MEMBERSHIP, OPENED_PARTS, OPENED_TYPES, type OpenedType } from './check-openings.ts';
import { narrowedDenial } from '../policies/narrowed-rights.ts';
import type { Write, WriteCheckParts } from './write.ts';
import { GUARDED_ASPECTS, TYPE_RIGHTS } from './write-rights.ts';

/**
 * The writes that no check of the request opens; general rules decide on them. A check on an entity opens:
 *
 * - parts of the entity itself (`OPENED_PARTS`),
 * - its membership of data products (`OPENED_MEMBERSHIP`),
 * - what belongs to it (`OPENED_TYPES`), if all other entities that this belongs to were checked as well: those stored,
 *   whether or not the caller sees them, and those after the write.
 *
 * Guarded aspects and exclusive types are never opened, nor what the caller's token is not for. Nor is an existing
 * entity that the caller does not see: the operation could not look at what it overwrites.
 */
export async function withoutOpened(
  writes: readonly Write[],
  parts: WriteCheckParts,
): Promise<readonly Write[]> {
  const { actor, authorizer, query } = parts;
  const left = writes.filter((write) => isGuarded(write) || !opensPart(write, parts));
  const candidates = left.filter(
    (write) => !isGuarded(write) && (opensMembership(write, parts) || mayBelong(write, parts)),
  );
  if (candidates.length === 0) return left;
  const urns = [...new Set(candidates.map(({ urn }) => urn))];
  const seen = await query.existing(urns, authorizer.scopeOf(actor));
  const stored = await query.getEntities(urns, subjectAspects(urns), EVERYTHING);
  const byUrn = Map.groupBy(writes, ({ urn }) => urn);
  const opened = new Set(
    candidates.filter((write) => {
      const { urn, operation } = write;
      if (operation !== 'create' && !seen.has(urn) && openedType(urn)?.subjects !== 'dataset') return false;
      return opensMembership(write, parts) || belongs(urn, byUrn.get(urn) ?? [], stored.get(urn), parts);
    }),
  );
  return left.filter((write) => !opened.has(write));
}

function isGuarded({ urn, aspectName }: Write): boolean {
  if (aspectName !== undefined && Object.hasOwn(GUARDED_ASPECTS, aspectName)) return true;
  const entityType = entityTypeOf(urn);
  return Object.hasOwn(TYPE_RIGHTS, entityType) && TYPE_RIGHTS[entityType]?.isExclusive === true;
}

/** Whether the write changes only parts of its existing entity that the checks on it open. */
function opensPart({ urn, operation, aspectName, patch }: Write, { permit }: WriteCheckParts): boolean {
  if (operation !== 'update') return false;
  const parts = permit
    .on(urn)
    .flatMap((privilege) => OPENED_PARTS[privilege] ?? [])
    .map((part) => part.split('/'))
    .filter(([ofAspect]) => ofAspect === aspectName);
  if (parts.some(({ length }) => length === 1)) return true;
  const paths = pathsIn(patch);
  return paths.length > 0 && paths.every((path) => parts.some(([, ...part]) => isWithin(path, part)));
}

/** Whether the write only puts checked assets into a data product, or takes them out. */
function opensMembership(
  { urn, operation, aspectName, patch }: Write,
  { permit, actor: { restriction } }: WriteCheckParts,
): boolean {
  const { privilege, entityType, member } = OPENED_MEMBERSHIP;
  if (operation !== 'update' || aspectName !== OPENED_MEMBERSHIP.aspectName) return false;
  if (entityTypeOf(urn) !== entityType) return false;
  if (restriction !== undefined && narrowedDenial(restriction, privilege, { urn }) !== undefined)
    return false;
  const paths = pathsIn(patch);
  const isOpened = ([list, asset = '', ...below]: readonly string[]): boolean =>
    list === member && below.length === 0 && isUrn(asset) && permit.has([privilege], asset);
  return paths.length > 0 && paths.every(isOpened);
}

/** Whether the write is of an aspect and type that a check of the request can open. */
function mayBelong(write: Write, { permit, actor: { restriction } }: WriteCheckParts): boolean {
  const { urn } = write;
  const type = openedType(urn);
  if (type === undefined || !permit.hasAny(type.privileges) || !isOfType(write, type)) return false;
  return type.privileges.some(
    (privilege) => restriction === undefined || narrowedDenial(restriction, privilege, { urn }) === undefined,
  );
}

function isOfType({ operation, aspectName }: Write, type: OpenedType): boolean {
  if (aspectName === undefined) return type.isRemovable === true;
  if (operation === 'remove') return false;
  if (type.aspects.includes(aspectName)) return true;
  return operation === 'create' && type.newAspects?.includes(aspectName) === true;
}

/** Whether everything that the entity belongs to before and after the writes was checked. */
function belongs(
  urn: Urn,
  writes: readonly Write[],
  stored: EntityAspects | undefined,
  parts: WriteCheckParts,
): boolean {
  const type = openedType(urn);
  if (type === undefined) return false;
  const { permit } = parts;
  const isNew = writes.some(({ operation }) => operation === 'create');
  const [before, after] = subjects(urn, type, writes, stored, parts);
  const isChecked = (subject: string): boolean =>
    isUrn(subject) && [subject, holderOf(subject) ?? subject].some((one) => permit.has(type.privileges, one));
  if (![...before, ...after].every(isChecked)) return false;
  if (!isNew && type.countsOnItself === true && permit.has(type.privileges, urn)) return true;
  return after.length > 0 && (isNew || before.length > 0);
}

/** The subjects of an entity as it is stored, and after the writes. */
function subjects(
  urn: Urn,
  { subjects: place }: OpenedType,
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
  const places = urns.map((urn) => openedType(urn)?.subjects);
  return [...new Set(places.flatMap((place) => (typeof place === 'object' ? [place.aspectName] : [])))];
}

function openedType(urn: Urn): OpenedType | undefined {
  const entityType = entityTypeOf(urn);
  return Object.hasOwn(OPENED_TYPES, entityType) ? OPENED_TYPES[entityType] : undefined;
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
