import { hash } from 'node:crypto';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { applyPatch } from '../../change/patch/apply-patch.ts';
import { parsePointer } from '../../change/patch/patch-pointer.ts';
import { valueAt } from '../../change/patch/value-at.ts';
import type { HeldWrite } from '../../auth/writes/held-writes.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { putOrTake } from '../../model/proposal-builders.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { shortDigest } from '../../util/short-digest.ts';

/** Reads the stored value of an aspect; undefined if there is none. */
export type ReadStored = (urn: Urn, aspectName: string) => JsonObject | undefined;

/** Times and authors of writes: no part of what is proposed. */
const STAMPS: ReadonlySet<string> = new Set([
  'created',
  'lastModified',
  'auditStamp',
  'createStamp',
  'actor',
]);

/** Those of the latest write of an aspect. */
const LATEST_STAMPS = ['lastModified', 'auditStamp'] as const;

/** Member of an assignment that names its property. */
const PROPERTY_KEY = 'propertyUrn';

/** Characters of the id of an item, which is unique in its proposal. */
const ID_LENGTH = 5;

/** Maximum parts that a proposal changes, and maximum UTF-16 units of its content as JSON. */
export const MOST_ITEMS = 1_000;
export const MOST_CONTENT = 1_048_576;

/** The fingerprint of a JSON value, without the stamps of writes in it. An empty list or object is as nothing. */
export function digestOf(value: JsonValue | undefined): string {
  const content = value === undefined ? undefined : contentOf(value);
  return shortDigest(content === undefined ? '' : stableJson(content));
}

function contentOf(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => contentOf(item) ?? null);
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const content = member === undefined || STAMPS.has(name) ? undefined : contentOf(member);
    return content === undefined ? [] : [[name, content] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/**
 * The parts that the writes change, one item each, without those that they leave as they are. `seen`: what the proposer sees, by
 * which its writes were judged; what is hidden from it changes neither the items nor whether they are in conflict. `salt`: random;
 * ids that count would count the items that a reader does not see.
 */
export function itemsOf(
  proposals: readonly HeldWrite[],
  seen: ReadStored,
  registry: EntityRegistry,
  salt: string,
): readonly ProposedItem[] {
  const ids = new Set<string>();
  return proposals.flatMap((proposal): readonly ProposedItem[] => {
    const spec = specOf(proposal.aspectName, registry);
    const value = seen(proposal.urn, proposal.aspectName);
    return changedParts(proposal, value, spec).flatMap((part) => {
      const { arrayPrimaryKeys, path } = part;
      const digestIn = (aspect: JsonObject | undefined): string =>
        digestOf(valueAt(spec, aspect, path, arrayPrimaryKeys));
      const known = { ...part, digest: digestIn(value) };
      if (part.changeType === 'DELETE') return [{ ...known, id: newItemId(salt, ids) }];
      const after = digestOf(afterItem(part, value, spec));
      const afterDigest = proposal.stored === undefined ? after : digestIn(proposal.stored);
      if (afterDigest === known.digest) return [];
      return [{ ...known, id: newItemId(salt, ids), ...(afterDigest !== after && { afterDigest }) }];
    });
  });
}

function newItemId(salt: string, taken: Set<string>): string {
  for (let n = taken.size; ; n++) {
    const id = hash('sha256', `${salt} ${n}`, 'hex').slice(0, ID_LENGTH);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** The parts that a write changes in an aspect; of assignments, those of single properties, as each has its own readers. */
function changedParts(
  proposal: MetadataChangeProposal,
  value: JsonObject | undefined,
  spec: AspectSpec,
): readonly Part[] {
  const [whole] = partsOf(proposal, true);
  if (whole === undefined) return [];
  const ofAssignments = proposal.aspectName === STRUCTURED_PROPERTY.assignmentAspect;
  const parts = partsOf(proposal).filter((part) => changes(part, value, spec));
  const after = digestOf(afterItem(whole, value, spec));
  // What an operation puts is not always found at its path again, such as what it appends.
  const operations = parts.flatMap((part) => part.operations ?? []);
  const isFound =
    proposal.changeType !== 'PATCH' || digestOf(afterItem({ ...whole, operations }, value, spec)) === after;
  if (isFound && !(ofAssignments && !parts.every(isOfProperty))) return parts;
  return ofAssignments ? assignmentParts(whole, value, spec) : [whole];
}

function changes(part: Part, value: JsonObject | undefined, spec: AspectSpec): boolean {
  // The trial has found what to delete, also where the stored aspect is derived.
  if (part.changeType === 'DELETE') return true;
  const before = valueAt(spec, value, part.path, part.arrayPrimaryKeys);
  return digestOf(afterItem(part, value, spec)) !== digestOf(before);
}

function isOfProperty({ arrayPrimaryKeys, path: [list, property] }: Part): boolean {
  const [key = PROPERTY_KEY] = arrayPrimaryKeys?.['properties'] ?? [];
  return list === 'properties' && property !== undefined && isUrn(property) && key === PROPERTY_KEY;
}

/** One part for each property whose assignments a write of the whole aspect changes. */
function assignmentParts(whole: Part, value: JsonObject | undefined, spec: AspectSpec): readonly Part[] {
  const [before, after] = [byProperty(value), byProperty(afterItem(whole, value, spec))];
  const { aspectName, isStamped, urn } = whole;
  const common = { urn, aspectName, changeType: 'PATCH', ...(isStamped === true && { isStamped }) } as const;
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((property): readonly Part[] => {
    const assignments = after.get(property);
    if (digestOf(assignments) === digestOf(before.get(property))) return [];
    const path = ['properties', property];
    const operations = [putOrTake(path, assignments)];
    return [{ ...common, path, operations, arrayPrimaryKeys: { properties: [PROPERTY_KEY] } }];
  });
}

/** The assignments in the aspect, by property. */
function byProperty(value: JsonValue | undefined): ReadonlyMap<string, JsonValue[]> {
  const list: JsonValue | undefined = isJsonObject(value) ? value['properties'] : undefined;
  const assignments: readonly JsonValue[] = Array.isArray(list) ? list : [];
  return Map.groupBy(assignments, (one) => {
    const property = isJsonObject(one) ? one[PROPERTY_KEY] : undefined;
    return typeof property === 'string' ? property : '';
  });
}

/** The part after the change of an item to the aspect; undefined: nothing. */
export function afterItem(
  item: Omit<ProposedItem, 'id' | 'digest'>,
  value: JsonObject | undefined,
  spec: AspectSpec,
): JsonValue | undefined {
  const { arrayPrimaryKeys, changeType, operations = [], path } = item;
  if (changeType === 'DELETE') return undefined;
  if (changeType !== 'PATCH') return item.value;
  const patch = { operations, ...(arrayPrimaryKeys && { arrayPrimaryKeys }) };
  return valueAt(spec, applyPatch(spec, value, patch), path, arrayPrimaryKeys);
}

/** Whether the part has changed since it was proposed, other than to what is proposed. */
export function isInConflict(item: ProposedItem, value: JsonObject | undefined, spec: AspectSpec): boolean {
  try {
    const now = digestOf(valueAt(spec, value, item.path, item.arrayPrimaryKeys));
    if (now === item.digest || now === item.afterDigest) return false;
    return now !== digestOf(afterItem(item, value, spec));
  } catch (error) {
    // The patch no longer fits.
    if (error instanceof CatalogError) return true;
    throw error;
  }
}

export function specOf(aspectName: string, registry: EntityRegistry): AspectSpec {
  const spec = registry.aspects.get(aspectName);
  if (spec === undefined) throw new Error(`The registry has no aspect ${aspectName}.`);
  return spec;
}

type Part = Omit<ProposedItem, 'id' | 'digest'>;

/** The parts of an aspect that a write sets; `asOne`: the whole aspect. */
function partsOf(proposal: MetadataChangeProposal, asOne = false): readonly Part[] {
  const { aspectName, changeType, urn } = proposal;
  if (changeType === 'DELETE') return [{ urn, aspectName, changeType, path: [] }];
  const isStamped = proposal.stampAssignments !== undefined;
  const common = { urn, aspectName, ...(isStamped && { isStamped }) };
  if (changeType !== 'PATCH') {
    if (changeType === 'CREATE_ENTITY') throw new Error('The creation of an entity cannot be proposed.');
    return [{ ...common, changeType, path: [], value: proposal.value }];
  }
  const { arrayPrimaryKeys, operations } = proposal.patch;
  const patch = { ...common, changeType, ...(arrayPrimaryKeys && { arrayPrimaryKeys }) };
  const stamps = operations.filter(isStamp);
  const others = operations.filter((operation) => !isStamp(operation));
  if (asOne || others.length === 0 || others.some(dependsOnOthers))
    return [{ ...patch, path: [], operations }];
  return groupedByPath(others).map(({ operations: of, path }) => ({
    ...patch,
    path,
    operations: [...of, ...stamps],
  }));
}

/** Whether the operation cannot be judged by its path alone. */
function dependsOnOthers({ op }: PatchOperation): boolean {
  return op === 'test' || op === 'move' || op === 'copy';
}

/** Whether the operation only sets the time and the author of the write. */
function isStamp({ path, value }: PatchOperation): boolean {
  return (
    STAMPS.has(path.slice(path.lastIndexOf('/') + 1)) &&
    isJsonObject(value) &&
    typeof value['time'] === 'number' &&
    typeof value['actor'] === 'string'
  );
}

interface PathGroup {
  path: readonly string[];
  readonly operations: PatchOperation[];
}

/** Operations by the part that they change: those within the part of another belong to it. */
function groupedByPath(operations: readonly PatchOperation[]): readonly PathGroup[] {
  const groups: PathGroup[] = [];
  for (const operation of operations) {
    const path = segmentsOf(operation);
    const group = groups.find((one) => isWithin(path, one.path) || isWithin(one.path, path));
    if (group === undefined) {
      groups.push({ path, operations: [operation] });
      if (groups.length > MOST_ITEMS) throw tooManyItems(groups.length);
    } else {
      group.operations.push(operation);
      if (path.length < group.path.length) group.path = path;
    }
  }
  return groups;
}

/** The refusal of a proposal with too many parts. */
export function tooManyItems(found: number): CatalogError {
  return invalidRequest(
    `A proposal may change ${MOST_ITEMS} parts of entities, and this one changes ${found} or more. Make several.`,
    undefined,
    because('LIST_TOO_LONG', { size: found, most: MOST_ITEMS }),
  );
}

function segmentsOf({ path }: PatchOperation): readonly string[] {
  const segments = parsePointer(path);
  // The trial of the write has parsed it.
  if ('problem' in segments) throw new Error(segments.problem);
  return segments;
}

function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= path.length && outer.every((segment, i) => segment === path[i]);
}

/** The writes of items in their order, as the approver makes them; `stamp`: the approver and the time. */
export function writesOf(
  items: readonly ProposedItem[],
  stamp: AuditStamp,
  runId: string,
): readonly MetadataChangeProposal[] {
  const byWrite = Map.groupBy(items, ({ aspectName, arrayPrimaryKeys, changeType, id, urn }) =>
    changeType === 'PATCH' ? stableJson([urn, aspectName, { ...arrayPrimaryKeys }]) : id,
  );
  const systemMetadata = { runId };
  return [...byWrite.values()].flatMap((of): readonly MetadataChangeProposal[] => {
    const [first] = of;
    if (first === undefined) return [];
    const { aspectName, arrayPrimaryKeys, changeType, urn, value = {} } = first;
    const key = { urn, aspectName, systemMetadata };
    const stamped = first.isStamped === true ? { stampAssignments: stamp } : {};
    if (changeType === 'DELETE') return [{ ...key, changeType }];
    if (changeType !== 'PATCH') return [{ ...key, changeType, value: signedBy(value, stamp), ...stamped }];
    const operations = of.flatMap((item) => item.operations ?? []).map((one) => stampedBy(one, stamp));
    return [
      {
        ...key,
        changeType,
        patch: { operations, ...(arrayPrimaryKeys && { arrayPrimaryKeys }) },
        ...stamped,
      },
    ];
  });
}

function stampedBy(operation: PatchOperation, stamp: AuditStamp): PatchOperation {
  return isStamp(operation) ? { ...operation, value: { ...stamp } } : operation;
}

/** A whole aspect as the writer of the stamp writes it. */
function signedBy(value: JsonObject, stamp: AuditStamp): JsonObject {
  const signed: Record<string, JsonValue | undefined> = { ...value };
  for (const name of LATEST_STAMPS) if (isJsonObject(value[name])) signed[name] = { ...stamp };
  // The author of a deprecation.
  if (typeof value['actor'] === 'string') signed['actor'] = stamp.actor;
  return signed;
}
