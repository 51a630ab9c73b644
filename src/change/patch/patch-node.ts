import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { atOnce, type Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { ChunkedList } from './chunked-list.ts';
import { KeyedArray, type KeyedElement } from './keyed-array.ts';
import { keyLevels, keyOf, type KeyLevel } from './patch-keys.ts';
import { elementPlace, memberPlace, type Place } from './patch-place.ts';

/** Elements converted between two looks at the clock. */
const PER_LOOK = 64;

/** An array addressed by keys. */
export interface KeyedNode {
  readonly kind: 'keyed';
  readonly levels: readonly KeyLevel[];
  readonly array: KeyedArray<Node>;
}

/** A node with children. Object members are kept in maps, so that `__proto__` is an ordinary name. */
export type Container =
  | { readonly kind: 'object'; readonly members: Map<string, Node> }
  | { readonly kind: 'list'; readonly items: ChunkedList<Node> }
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
  if (Array.isArray(value)) node.opened = atOnce(openArray(value, place));
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
  if (place.view?.keys !== undefined || place.type?.kind === 'array') return atOnce(openArray([], place));
  return { kind: 'object', members: new Map() };
}

/** Keys of an element, derived from its content, one per level. */
export function ownKeys(levels: readonly KeyLevel[], element: JsonValue): readonly string[] {
  return levels.map((level) => keyOf(element, level));
}

/** Opens an array that is a member of the aspect, in steps, before an operation enters it. */
export function* openMember(root: Node, place: Place, name: string): Steps<void> {
  const container = openNode(root, place);
  const member = container?.kind === 'object' ? container.members.get(name) : undefined;
  if (member?.kind !== 'json' || member.opened !== undefined || !Array.isArray(member.value)) return;
  member.opened = yield* openArray(member.value, memberPlace(place, name));
}

/** Converts a node back to JSON. */
export function nodeJson(node: Node, place: Place): JsonValue {
  return node.kind === 'json' ? node.value : atOnce(containerJson(node, place));
}

/** Like {@link nodeJson}, in steps. */
export function* nodeJsonInSteps(node: Node, place: Place): Steps<JsonValue> {
  return node.kind === 'json' ? node.value : yield* containerJson(node, place);
}

function* containerJson(container: Container, place: Place): Steps<JsonValue> {
  switch (container.kind) {
    case 'object': {
      const members: [string, JsonValue][] = [];
      for (const [name, member] of container.members)
        members.push([name, yield* nodeJsonInSteps(member, memberPlace(place, name))]);
      return Object.fromEntries(members);
    }
    case 'list': {
      const elements: JsonValue[] = [];
      const below = elementPlace(place);
      for (const item of container.items) {
        elements.push(nodeJson(item, below));
        if (isLookDue(elements) && isTurnOver()) yield;
      }
      return elements;
    }
    case 'keyed': {
      const elements = yield* keyedJson(container, place, []);
      return place.view?.rows === undefined ? elements : yield* place.view.rows.fold(elements);
    }
  }
}

/** JSON of the elements with this key prefix. */
export function elementsJson(node: KeyedNode, place: Place, prefix: readonly string[]): readonly JsonValue[] {
  return atOnce(keyedJson(node, place, prefix));
}

function* keyedJson(node: KeyedNode, place: Place, prefix: readonly string[]): Steps<readonly JsonValue[]> {
  const elements: JsonValue[] = [];
  for (const element of node.array.elements(prefix)) {
    elements.push(elementJson(element, node, place));
    if (isLookDue(elements) && isTurnOver()) yield;
  }
  return elements;
}

/** JSON of one element, with its keys. */
export function elementJson(
  { element, keys }: KeyedElement<Node>,
  { levels }: KeyedNode,
  place: Place,
): JsonValue {
  return withKeys(nodeJson(element, elementPlace(place)), keys, levels);
}

function* openArray(value: readonly JsonValue[], place: Place): Steps<Container> {
  const { view } = place;
  if (view?.keys === undefined) return { kind: 'list', items: new ChunkedList(value.map(jsonNode)) };
  const levels = keyLevels(view.keys, elementPlace(place).type);
  const array = new KeyedArray<Node>();
  for (const [i, element] of value.entries()) {
    const rows = view.rows === undefined ? [element] : view.rows.unfold(element);
    for (const row of rows) array.append(ownKeys(levels, row), jsonNode(row));
    if (i % PER_LOOK === 0 && isTurnOver()) yield;
  }
  return { kind: 'keyed', levels, array };
}

function isLookDue({ length }: readonly unknown[]): boolean {
  return length % PER_LOOK === 0;
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
