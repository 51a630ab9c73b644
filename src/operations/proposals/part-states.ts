import { CatalogError } from '../../errors.ts';
import { applyPatch, applyPatches } from '../../change/patch/apply-patch.ts';
import { partReader, type ReadPart } from '../../change/patch/part-reader.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { AspectSpec, EntityRegistry } from '../../model/entity-registry.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { PathGroups } from './path-groups.ts';

/** A part that a proposal changes, without what identifies it there. */
export type Part = Omit<ProposedItem, 'id' | 'digest'>;

export function specOf(aspectName: string, registry: EntityRegistry): AspectSpec {
  const spec = registry.aspects.get(aspectName);
  if (spec === undefined) throw new Error(`The registry has no aspect ${aspectName}.`);
  return spec;
}

/** The aspect after the change of an item of the whole aspect; undefined: nothing. Throws if its patch does not fit. */
export function afterItem(
  item: Part,
  value: JsonObject | undefined,
  spec: AspectSpec,
): JsonObject | undefined {
  const { arrayPrimaryKeys, changeType, operations = [] } = item;
  if (changeType === 'DELETE') return undefined;
  if (changeType !== 'PATCH') return item.value;
  return applyPatch(spec, value, { operations, ...(arrayPrimaryKeys && { arrayPrimaryKeys }) });
}

/** The part of an item, and what it would be; undefined: nothing. */
export interface PartState<Item extends Part = Part> {
  readonly item: Item;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** Whether the patch of the item fits the aspect as it is. */
  readonly fits: boolean;
}

/**
 * The parts of items of one aspect, before and after their changes, in their order. Patches of parts that are not within each other
 * are applied together: one by one, each would take the time of the whole aspect.
 */
export function partStates<Item extends Part>(
  items: readonly Item[],
  value: JsonObject | undefined,
  spec: AspectSpec,
): readonly PartState<Item>[] {
  const states = new Map<Item, PartState<Item>>();
  const patches = items.filter(({ changeType }) => changeType === 'PATCH');
  for (const together of apart(patches))
    for (const state of patchedParts(together, value, spec)) states.set(state.item, state);
  return items.map(
    (item) => states.get(item) ?? { item, before: value, after: afterItem(item, value, spec), fits: true },
  );
}

function patchedParts<Item extends Part>(
  items: readonly Item[],
  value: JsonObject | undefined,
  spec: AspectSpec,
): readonly PartState<Item>[] {
  const keys = items[0]?.arrayPrimaryKeys;
  const patches = items.map(({ operations = [] }) => operations);
  const { fits, value: patched } = applyPatches(spec, value, patches, keys);
  const [read, readPatched] = [partReader(spec, value, keys), partReader(spec, patched, keys)];
  return items.map((item, i) => {
    const before = partIn(read, item);
    const after = fits[i] === true ? partIn(readPatched, item) : NO_PART;
    return { item, before: before.value, after: after.value, fits: before.fits && after.fits };
  });
}

const NO_PART = { value: undefined, fits: false };

function partIn(
  read: ReadPart,
  { path }: Part,
): { readonly value: JsonValue | undefined; readonly fits: boolean } {
  try {
    return { value: read(path), fits: true };
  } catch (error) {
    if (error instanceof CatalogError) return NO_PART;
    throw error;
  }
}

/** The items in groups with the same keys of arrays, of which no part is within another of its group. */
function apart<Item extends Part>(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups: { readonly keys: string; readonly paths: PathGroups<Item>; readonly items: Item[] }[] = [];
  for (const item of items) {
    const keys = stableJson({ ...item.arrayPrimaryKeys });
    let group = groups.find((one) => one.keys === keys && one.paths.near(item.path) === undefined);
    if (group === undefined) {
      group = { keys, paths: new PathGroups(), items: [] };
      groups.push(group);
    }
    group.paths.add(item.path, item);
    group.items.push(item);
  }
  return groups.map((group) => group.items);
}
