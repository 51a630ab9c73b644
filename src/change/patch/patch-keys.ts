import type { FieldType } from '../../model/entity-registry.ts';
import { doubleText } from '../../model/structured-property.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import { memberType } from './patch-place.ts';
import { UNIT_SEPARATOR } from './patch-templates.ts';

/** One key level of an array. */
export interface KeyLevel {
  /** Member path from an element to its key; empty when the element is its own key. */
  readonly path: readonly string[];
  /** Whether the key is a union value or a floating-point number, for which clients use several spellings. */
  readonly isTyped: boolean;
  /** Key member's value for a path segment; undefined when the text does not determine it. */
  readonly fromText: (text: string) => JsonValue | undefined;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Whether a key is the text of a number. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

const TYPED = /^\{(string|double)=(.*)\}$/s;

/** Key levels for the given key fields. Without fields the elements are their own keys. */
export function keyLevels(fields: readonly string[], element: FieldType | undefined): readonly KeyLevel[] {
  return fields.length === 0
    ? [keyLevel([], element)]
    : fields.map((field) => keyLevel(field.split(UNIT_SEPARATOR), element));
}

function keyLevel(path: readonly string[], element: FieldType | undefined): KeyLevel {
  let type = element;
  let isTyped = false;
  for (const member of path) {
    isTyped ||= type?.kind === 'union';
    type = memberType(type, member);
  }
  isTyped ||= type?.kind === 'union' || type?.kind === 'double' || type?.kind === 'float';
  return { path, isTyped, fromText: path.length === 1 ? (text) => scalarOf(type, text) : () => undefined };
}

/** The key of an element at a level; `''` when the element has none. */
export function keyOf(element: JsonValue, { path, isTyped }: KeyLevel): string {
  let value: JsonValue | undefined = element;
  for (const member of path)
    value = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  if (isJsonObject(value) && isTyped) value = Object.values(value)[0];
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return isTyped ? numberKey(value) : String(value);
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}

/** Keys that a path segment can denote, most likely first: `30`, `30.0` and `{double=30.0}` are the same number. */
export function spellings(text: string, { isTyped }: KeyLevel): readonly string[] {
  if (!isTyped) return [text];
  const [, type, typed = ''] = TYPED.exec(text) ?? [];
  if (type === 'string') return [text, typed];
  const number = type === 'double' ? typed : text;
  return isNumberText(number) ? [text, numberKey(Number(number))] : [text];
}

function numberKey(value: number): string {
  return `{double=${doubleText(value)}}`;
}

function scalarOf(type: FieldType | undefined, text: string): JsonValue | undefined {
  switch (type?.kind) {
    case undefined:
    case 'string':
    case 'enum':
    case 'bytes':
      return text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return isNumberText(text) ? Number(text) : undefined;
    default:
      return undefined;
  }
}
