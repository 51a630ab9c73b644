import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { KeyedArray } from './keyed-array.ts';
import { keyLevels, keyOf } from './patch-keys.ts';
import type { KeyLevel } from './patch-keys.ts';
import { elementPlace, memberPlace } from './patch-place.ts';
import type { Place } from './patch-place.ts';

/** An array that is addressed by keys. */
export interface KeyedNode {
  readonly kind: 'keyed';
  readonly levels: readonly KeyLevel[];
  readonly array: KeyedArray<Node>;
}

/** What a patch can walk into. Members live in maps, so that `__proto__` is a name like any other. */
export type Container =
  | { readonly kind: 'object'; readonly members: Map<string, Node> }
  | { readonly kind: 'list'; readonly items: Node[] }
  | KeyedNode;

/** A part of an aspect under a patch; what no operation has entered yet is still JSON. */
export type Node = Container | JsonNode;

interface JsonNode {
  readonly kind: 'json';
  readonly value: JsonValue;
  /** The same, opened for reading; kept so that a list is not taken apart once per operation. */
  opened?: Container;
}

/** A part that no operation has entered. */
export function jsonNode(value: JsonValue): Node {
  return { kind: 'json', value };
}

/** True for what a patch takes for absent: nothing, and the null of an optional field. */
export function isAbsent(node: Node | undefined): node is undefined {
  return node === undefined || (node.kind === 'json' && node.value === null);
}

/** Makes the parts of a node accessible; undefined when it is a scalar and has none. */
export function openNode(node: Node, place: Place): Container | undefined {
  if (node.kind !== 'json') return node;
  if (node.opened !== undefined) return node.opened;
  const { value } = node;
  if (Array.isArray(value)) node.opened = openArray(value, place);
  else if (isJsonObject(value)) node.opened = openObject(value);
  return node.opened;
}

function openObject(value: JsonObject): Container {
  const members = new Map<string, Node>();
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.set(name, jsonNode(member));
  }
  return { kind: 'object', members };
}

/** The empty container that the schema and the keys expect at a place. */
export function emptyContainer(place: Place): Container {
  if (place.view?.keys !== undefined || place.type?.kind === 'array') return openArray([], place);
  return { kind: 'object', members: new Map() };
}

/** Keys of an element by its own content, one per level. */
export function ownKeys(levels: readonly KeyLevel[], element: JsonValue): readonly string[] {
  return levels.map((level) => keyOf(element, level));
}

/** The JSON of a node. */
export function nodeJson(node: Node, place: Place): JsonValue {
  switch (node.kind) {
    case 'json':
      return node.value;
    case 'object':
      return Object.fromEntries(
        [...node.members].map(([name, member]) => [name, nodeJson(member, memberPlace(place, name))]),
      );
    case 'list':
      return node.items.map((item) => nodeJson(item, elementPlace(place)));
    case 'keyed':
      return place.view?.rows === undefined
        ? elementsJson(node, place, [])
        : place.view.rows.fold(elementsJson(node, place, []));
  }
}

/** The elements of a keyed array that have these first keys. */
export function elementsJson(node: KeyedNode, place: Place, prefix: readonly string[]): readonly JsonValue[] {
  const below = elementPlace(place);
  return node.array
    .elements(prefix)
    .map(({ keys, element }) => withKeys(nodeJson(element, below), keys, node.levels));
}

function openArray(value: readonly JsonValue[], place: Place): Container {
  const { view } = place;
  if (view?.keys === undefined) return { kind: 'list', items: value.map(jsonNode) };
  const levels = keyLevels(view.keys, elementPlace(place).type);
  const array = new KeyedArray<Node>();
  for (const element of view.rows?.unfold(value) ?? value)
    array.append(ownKeys(levels, element), jsonNode(element));
  return { kind: 'keyed', levels, array };
}

/** A key that an element lacks is known from the path under which it was added. */
function withKeys(element: JsonValue, keys: readonly string[], levels: readonly KeyLevel[]): JsonValue {
  if (!isJsonObject(element)) return element;
  const missing: [string, JsonValue][] = [];
  levels.forEach(({ path, fromText }, i) => {
    const [name] = path;
    const key = keys[i] ?? '';
    if (name === undefined || key === '' || isStated(element, name)) return;
    const value = fromText(key);
    if (value !== undefined) missing.push([name, value]);
  });
  return missing.length === 0 ? element : { ...element, ...Object.fromEntries(missing) };
}

function isStated(element: JsonObject, name: string): boolean {
  return Object.hasOwn(element, name) && element[name] !== null && element[name] !== undefined;
}
