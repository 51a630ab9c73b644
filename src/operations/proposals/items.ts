import { hash } from 'node:crypto';
import { invalidRequest, type CatalogError } from '../../errors.ts';
import { parsePointer } from '../../change/patch/patch-pointer.ts';
import { partReader } from '../../change/patch/part-reader.ts';
import type { HeldWrite } from '../../auth/writes/held-writes.ts';
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
import { newlyNamed } from './newly-named.ts';
import { afterItem, partStates, specOf, type Part, type PartState } from './part-states.ts';
import { PathGroups } from './path-groups.ts';
import { STAMPS, isStamp } from './stamps.ts';

/** Reads the stored value of an aspect; undefined if there is none. */
export type ReadStored = (urn: Urn, aspectName: string) => JsonObject | undefined;

/** Maximum writes of one aspect, patches that follow each other as one: each takes the time of the whole aspect. */
const MOST_WRITES = 10;

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

/** The fingerprint of what an item changes, regardless of its id, of what was there, and of when it was proposed. */
export function digestOfChange({
  afterDigest: _after,
  digest: _digest,
  id: _id,
  names: _names,
  ...item
}: ProposedItem): string {
  const { arrayPrimaryKeys, operations, value, ...plain } = item;
  return digestOf({
    ...plain,
    ...(value !== undefined && { value }),
    ...(operations !== undefined && {
      operations: operations.filter((one) => !isStamp(one)).map((one) => ({ ...one })),
    }),
    ...(arrayPrimaryKeys !== undefined && { arrayPrimaryKeys: { ...arrayPrimaryKeys } }),
  });
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
  const byAspect = Map.groupBy(proposals, ({ aspectName, urn }) => `${aspectName} ${urn}`);
  return [...byAspect.values()].flatMap((writes) => {
    const merged = mergedPatches(writes);
    if (merged.length > MOST_WRITES) throw tooManyWrites(writes[0]);
    return merged.flatMap((proposal): readonly ProposedItem[] => {
      const spec = specOf(proposal.aspectName, registry);
      const value = seen(proposal.urn, proposal.aspectName);
      const parts = changedParts(proposal, value, spec);
      const { stored } = proposal;
      const readStored = stored && partReader(spec, stored, parts[0]?.arrayPrimaryKeys);
      return partStates(parts, value, spec).flatMap(({ after, before, item }): readonly ProposedItem[] => {
        const digest = digestOf(before);
        if (item.changeType === 'DELETE') return [{ ...item, digest, id: newItemId(salt, ids) }];
        const expected = digestOf(after);
        const afterDigest = readStored === undefined ? expected : digestOf(readStored(item.path));
        if (afterDigest === digest) return [];
        const id = newItemId(salt, ids);
        const names = newlyNamed(before, after);
        const known = { ...item, digest, id, ...(names.length > 0 && { names }) };
        return [afterDigest === expected ? known : { ...known, afterDigest }];
      });
    });
  });
}

/** The writes of an aspect in their order, with patches that follow each other as one: its parts are not within each other. */
function mergedPatches(writes: readonly HeldWrite[]): readonly HeldWrite[] {
  const merged: HeldWrite[] = [];
  for (const write of writes) {
    const last = merged.at(-1);
    if (last?.changeType === 'PATCH' && write.changeType === 'PATCH' && arePatchedAlike(last, write)) {
      const operations = [...last.patch.operations, ...write.patch.operations];
      // Each was tried by itself, so neither result has the changes of both.
      merged[merged.length - 1] = { ...last, patch: { ...last.patch, operations }, stored: undefined };
    } else merged.push(write);
  }
  return merged;
}

type PatchWrite = Extract<MetadataChangeProposal, { readonly changeType: 'PATCH' }>;

function arePatchedAlike(one: PatchWrite, other: PatchWrite): boolean {
  const keysOf = ({ patch }: PatchWrite): string => stableJson({ ...patch.arrayPrimaryKeys });
  const isStamped = ({ stampAssignments }: PatchWrite): boolean => stampAssignments !== undefined;
  return keysOf(one) === keysOf(other) && isStamped(one) === isStamped(other);
}

function tooManyWrites(write: MetadataChangeProposal | undefined): CatalogError {
  return invalidRequest(
    `The proposal writes ${write?.aspectName} of ${write?.urn} more than ${MOST_WRITES} times. Write it once.`,
    undefined,
    because('LIST_TOO_LONG', { size: MOST_WRITES + 1, most: MOST_WRITES }),
  );
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
  const parts = partStates(partsOf(proposal), value, spec)
    // The trial has found what to delete, also where the stored aspect is derived.
    .filter(({ after, before, item }) => item.changeType === 'DELETE' || digestOf(after) !== digestOf(before))
    .map(({ item }) => item);
  // What an operation puts is not always found at its path again, such as what it appends.
  const operations = parts.flatMap((part) => part.operations ?? []);
  const isFound =
    proposal.changeType !== 'PATCH' ||
    digestOf(afterItem({ ...whole, operations }, value, spec)) === digestOf(afterItem(whole, value, spec));
  if (isFound && !(ofAssignments && !parts.every(isOfProperty))) return parts;
  return ofAssignments ? assignmentParts(whole, value, spec) : [whole];
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

/** Whether the part has changed since it was proposed, other than to what is proposed. */
export function isInConflict({ after, before, fits, item }: PartState<ProposedItem>): boolean {
  if (!fits) return true;
  const now = digestOf(before);
  return now !== item.digest && now !== item.afterDigest && now !== digestOf(after);
}

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

interface PathGroup {
  path: readonly string[];
  readonly operations: PatchOperation[];
}

/** Operations by the part that they change: those within the part of another belong to it. */
function groupedByPath(operations: readonly PatchOperation[]): readonly PathGroup[] {
  const groups = new PathGroups<PathGroup>();
  const found: PathGroup[] = [];
  for (const operation of operations) {
    const path = segmentsOf(operation);
    const group = groups.near(path);
    if (group === undefined) {
      const added = { path, operations: [operation] };
      found.push(added);
      groups.add(path, added);
      if (found.length > MOST_ITEMS) throw tooManyItems(found.length);
    } else {
      group.operations.push(operation);
      if (path.length < group.path.length) {
        group.path = path;
        groups.add(path, group);
      }
    }
  }
  return found;
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
