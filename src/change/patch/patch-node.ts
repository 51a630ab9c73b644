import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { KeyedArray } from './keyed-array.ts';
import { keyLevels, keyOf, type KeyLevel } from './patch-keys.ts';
import { elementPlace, memberPlace, type Place } from './patch-place.ts';

/** An array addressed by keys. */
export interface KeyedNode {
  readonly kind: 'keyed';
  readonly levels: readonly KeyLevel[];
  readonly array: KeyedArray<Node>;
}

/** A node with children. Object members are kept in maps, so that `__proto__` is an ordinary name. */
export type Container =
  | { readonly kind: 'object'; readonly members: Map<string, Node> }
  | { readonly kind: 'list'; readonly items: Node[] }
  | KeyedNode;

/** A part of an aspect being patched. Parts that no operation has entered are still plain JSON. */
export type Node = Container | JsonNode;

interface JsonNode {
  readonly kind: 'json';
  readonly value: JsonValue;
  /** The value as a container, cached so that each operation does not convert it again. */
  opened?: Container;
}

/** Wraps JSON that no operation has entered yet. */
export function jsonNode(value: JsonValue): Node {
  return { kind: 'json', value };
}

/** True for a missing node and for JSON null, which is how optional fields are left out. */
export function isAbsent(node: Node | undefined): node is undefined {
  return node === undefined || (node.kind === 'json' && node.value === null);
}

/** The node as a container; undefined for a scalar. */
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

/** Empty container of the kind that schema and keys expect at a place. */
export function emptyContainer(place: Place): Container {
  if (place.view?.keys !== undefined || place.type?.kind === 'array') return openArray([], place);
  return { kind: 'object', members: new Map() };
}

/** Keys of an element, derived from its content, one per level. */
export function ownKeys(levels: readonly KeyLevel[], element: JsonValue): readonly string[] {
  return levels.map((level) => keyOf(element, level));
}

/** Converts a node back to JSON. */
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

/** JSON of the elements with this key prefix. */
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

/** Fills in key members that the element lacks from the path under which it was added. */
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
