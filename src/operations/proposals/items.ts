import { CatalogError, invalidRequest } from '../../errors.ts';
import { applyPatch } from '../../change/patch/apply-patch.ts';
import { parsePointer } from '../../change/patch/patch-pointer.ts';
import { valueAt } from '../../change/patch/value-at.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { shortDigest } from '../../util/short-digest.ts';

/** Reads the stored value of an aspect; undefined if there is none. */
export type ReadStored = (urn: Urn, aspectName: string) => JsonObject | undefined;

/** Times and authors of writes: no part of what is proposed. */
const STAMPS: ReadonlySet<string> = new Set(['created', 'lastModified', 'auditStamp', 'createStamp']);

/** Maximum parts that a proposal changes, and maximum UTF-16 units of its content as JSON. */
export const MOST_ITEMS = 1_000;
export const MOST_CONTENT = 1_048_576;

/** The fingerprint of a JSON value, without the stamps of writes in it. */
export function digestOf(value: JsonValue | undefined): string {
  return shortDigest(value === undefined ? '' : stableJson(withoutStamps(value)));
}

function withoutStamps(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutStamps(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || STAMPS.has(name) ? [] : [[name, withoutStamps(member)]],
    ),
  );
}

/** The parts that the writes change, one item each, without those that they leave as they are. */
export function itemsOf(
  proposals: readonly MetadataChangeProposal[],
  stored: ReadStored,
  registry: EntityRegistry,
): readonly ProposedItem[] {
  const items = proposals.flatMap((proposal) => partsOf(proposal));
  return items.flatMap((item, i) => {
    const spec = specOf(item.aspectName, registry);
    const value = stored(item.urn, item.aspectName);
    const digest = digestOf(valueAt(spec, value, item.path, item.arrayPrimaryKeys));
    const known = { ...item, id: String(i + 1), digest };
    // The trial has found what to delete, also where the stored aspect is derived.
    const isSame = item.changeType !== 'DELETE' && digestOf(afterItem(known, value, spec)) === digest;
    return isSame ? [] : [known];
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
    return now !== item.digest && now !== digestOf(afterItem(item, value, spec));
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

function partsOf(proposal: MetadataChangeProposal): readonly Part[] {
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
  if (others.length === 0 || others.some(dependsOnOthers)) return [{ ...patch, path: [], operations }];
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
    if (changeType !== 'PATCH') return [{ ...key, changeType, value, ...stamped }];
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
