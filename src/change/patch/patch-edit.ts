import type { CatalogError } from '../../errors.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import { END, isIndex, notAnIndex } from './check-patch-path.ts';
import type { ChunkedList } from './chunked-list.ts';
import { keyOf, spellings, type KeyLevel } from './patch-keys.ts';
import {
  elementJson,
  elementsJson,
  emptyContainer,
  isAbsent,
  jsonNode,
  nodeJson,
  openNode,
  ownKeys,
  type KeyedNode,
  type Node,
} from './patch-node.ts';
import { elementPlace, memberPlace, type Place } from './patch-place.ts';

/** Edit at the end of an operation's path. */
export type Edit = { readonly refuse: (problem: string) => CatalogError } & (
  | { readonly kind: 'add' | 'replace'; readonly value: JsonValue }
  | { readonly kind: 'remove' }
);

type Path = readonly string[];
type Refuse = Edit['refuse'];

/**
 * Edits the node at `path` below `node` and returns the new node; undefined when it was removed. `add` creates missing
 * parents; `remove` of a missing value does nothing, `replace` of it throws.
 */
export function editNode(node: Node | undefined, place: Place, path: Path, edit: Edit): Node | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return editHere(node, place, edit);
  if (isAbsent(node) && edit.kind !== 'add') {
    if (edit.kind === 'replace') throw absent(edit.refuse);
    return node;
  }
  const container = isAbsent(node) ? emptyContainer(place) : openNode(node, place);
  if (container === undefined)
    throw edit.refuse(`'${segment}' is inside a value that has no members; set the value itself`);
  switch (container.kind) {
    case 'object': {
      const member = editNode(container.members.get(segment), memberPlace(place, segment), rest, edit);
      if (member === undefined) container.members.delete(segment);
      else container.members.set(segment, member);
      break;
    }
    case 'list':
      editList(container.items, elementPlace(place), segment, rest, edit);
      break;
    case 'keyed':
      editKeyed(container, elementPlace(place), path, edit);
      break;
  }
  return container;
}

/** The JSON at a path below a node; undefined when there is none. */
export function readNode(
  node: Node | undefined,
  place: Place,
  path: Path,
  refuse: Refuse,
): JsonValue | undefined {
  const [segment, ...rest] = path;
  if (isAbsent(node)) return undefined;
  if (segment === undefined) return nodeJson(node, place);
  const container = openNode(node, place);
  switch (container?.kind) {
    case 'object':
      return readNode(container.members.get(segment), memberPlace(place, segment), rest, refuse);
    case 'list':
      return readNode(container.items.at(indexOf(segment, refuse)), elementPlace(place), rest, refuse);
    case 'keyed':
      return readKeyed(container, place, path, refuse);
    case undefined:
      return undefined;
  }
}

function editHere(node: Node | undefined, place: Place, edit: Edit): Node | undefined {
  if (edit.kind === 'remove') return undefined;
  if (edit.kind === 'replace' && isAbsent(node)) throw absent(edit.refuse);
  if (place.view?.keys !== undefined && edit.value !== null && !Array.isArray(edit.value)) {
    throw edit.refuse('The value must be an array; to set one element, add its key to the path');
  }
  return jsonNode(edit.value);
}

function editList(items: ChunkedList<Node>, place: Place, segment: string, rest: Path, edit: Edit): void {
  const inserts = edit.kind === 'add' && rest.length === 0;
  const index = inserts && segment === END ? items.length : indexOf(segment, edit.refuse);
  if (inserts ? index > items.length : index >= items.length) {
    if (edit.kind === 'remove') return;
    throw edit.refuse(`The array has ${items.length} elements; '-' is its end`);
  }
  const item = editNode(inserts ? undefined : items.at(index), place, rest, edit);
  if (item === undefined) items.remove(index);
  else if (inserts) items.insert(index, item);
  else items.set(index, item);
}

function editKeyed(node: KeyedNode, place: Place, path: Path, edit: Edit): void {
  const { array, levels } = node;
  const segments = path.slice(0, levels.length);
  const rest = path.slice(levels.length);
  if (rest.length > 0) {
    editElement(node, place, resolveKeys(node, segments), rest, edit);
  } else if (edit.kind === 'remove') {
    array.remove(resolveKeys(node, segments));
  } else {
    const elements = elementsToPut(edit.value, node, segments, edit.refuse);
    const isEnd = isEndOf(node, segments, elements);
    if (!isEnd) for (const element of elements) requireSameKeys(node.levels, segments, element, edit.refuse);
    const keys = keysToPut(node, segments, elements, isEnd);
    if (edit.kind === 'replace' && !array.has(keys)) throw absent(edit.refuse);
    const put = elements.map((element) => ({
      keys: [...keys, ...ownKeys(levels.slice(keys.length), element)],
      element: jsonNode(element),
    }));
    array.replace(keys, put);
  }
}

/** Edits inside one element; if several have the same keys, inside the last. */
function editElement({ array, levels }: KeyedNode, place: Place, keys: Path, rest: Path, edit: Edit): void {
  const known = array.last(keys)?.element;
  const element = editNode(known, place, rest, edit);
  if (element === undefined) return;
  if (levels.some((level) => overlaps(level.path, rest))) {
    requireSameKeys(levels, keys, nodeJson(element, place), edit.refuse);
  }
  if (known === undefined) array.append(keys, element);
  else array.updateLast(keys, element);
}

function elementsToPut(
  value: JsonValue,
  node: KeyedNode,
  segments: Path,
  refuse: Refuse,
): readonly JsonValue[] {
  const elements: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const keyed = node.levels.some(({ path }) => path.length > 0);
  if (
    elements.some((element) => (keyed ? !isJsonObject(element) : element === null || Array.isArray(element)))
  ) {
    const expected = keyed ? 'an object, the element with this key' : 'a string, the element to add';
    throw refuse(`The value under '${segments.join('/')}' must be ${expected}`);
  }
  return elements;
}

/** Whether the path addresses the end of the array, so that the new elements contain their keys. */
function isEndOf({ array, levels }: KeyedNode, segments: Path, elements: readonly JsonValue[]): boolean {
  if (segments.length !== 1 || segments[0] !== END || array.has(segments)) return false;
  return elements.every((element) => ownKeys(levels, element)[0] !== '');
}

/** The keys of the elements to replace. The path's keys may be spelled differently in the array or the new element. */
function keysToPut(node: KeyedNode, segments: Path, elements: readonly JsonValue[], isEnd: boolean): Path {
  const [element, ...others] = elements;
  if (element === undefined || others.length > 0) return resolveKeys(node, segments);
  const own = ownKeys(node.levels, element);
  return isEnd ? own : resolveKeys(node, segments, own);
}

/**
 * Refuses an element whose keys differ from those of its path: it would replace the element at the path, which would
 * be lost. Keys that the element lacks are taken from the path.
 */
function requireSameKeys(
  levels: readonly KeyLevel[],
  segments: Path,
  element: JsonValue,
  refuse: Refuse,
): void {
  for (const [i, segment] of segments.entries()) {
    const level = levels[i];
    const own = level === undefined ? '' : keyOf(element, level);
    if (level === undefined || own === '' || spellings(segment, level).includes(own)) continue;
    const key = level.path.length === 0 ? 'The value' : `${level.path.join('.')} in the value`;
    throw refuse(
      `${key} is '${own}' but the path says '${segment}'; write the same in both. To give an element another ` +
        'key, remove it and add it under the new one',
    );
  }
}

/** Whether one path is a prefix of the other, or equal. */
function overlaps(a: Path, b: Path): boolean {
  return a.every((segment, i) => i >= b.length || segment === b[i]);
}

/** At each level, picks the spelling that exists in the array, else the new element's, else the path's. */
function resolveKeys({ array, levels }: KeyedNode, segments: Path, own?: Path): Path {
  const keys: string[] = [];
  segments.forEach((segment, i) => {
    const level = levels[i];
    const candidates = level === undefined ? [segment] : spellings(segment, level);
    const known = candidates.find((candidate) => array.has([...keys, candidate]));
    keys.push(known ?? candidates.find((candidate) => candidate === own?.[i]) ?? segment);
  });
  return keys;
}

function readKeyed(node: KeyedNode, place: Place, path: Path, refuse: Refuse): JsonValue | undefined {
  const { array, levels } = node;
  const keys = resolveKeys(node, path.slice(0, levels.length));
  if (path.length < levels.length) return array.has(keys) ? elementsJson(node, place, keys) : undefined;
  const last = array.last(keys);
  return last === undefined
    ? undefined
    : readNode(
        jsonNode(elementJson(last, node, place)),
        elementPlace(place),
        path.slice(levels.length),
        refuse,
      );
}

function indexOf(segment: string, refuse: Refuse): number {
  if (isIndex(segment)) return Number(segment);
  throw refuse(notAnIndex(segment));
}

function absent(refuse: Refuse): CatalogError {
  return refuse("There is nothing to replace; use op 'add'");
}
