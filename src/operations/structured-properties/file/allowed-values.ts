import { because, type Refusal } from '../../../refusals.ts';
import type { ValueType } from '../../../model/structured-property.ts';
import { readDecimal } from '../../../util/decimal-number.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { YamlNode, YamlScalar } from '../../../util/yaml-tree.ts';
import { FieldReader, writtenText, type Complain } from '../../../util/yaml-fields.ts';

const KEYS = ['value', 'description'];

const LIST = because('INPUT_TYPE', { name: 'allowed_values', type: 'array' });
const MAPPINGS = because('INPUT_TYPE', { name: 'allowed_values', type: 'objects' });

/**
 * Converts `allowed_values` to the form of the aspect. Numbers may be quoted, as `properties get` prints them, and
 * strings may look like numbers. An empty list means that any value is allowed.
 */
export function readAllowedValues(
  node: YamlNode | undefined,
  valueType: ValueType | undefined,
  complain: Complain,
): readonly JsonObject[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind !== 'list') {
    complain(node.line, "'allowed_values' must be a list of '- value: ...'.", LIST);
    return undefined;
  }
  const seen = new Set<unknown>();
  const values = node.items.flatMap((item) => readAllowedValue(item, valueType, seen, complain));
  return values.length === 0 ? undefined : values;
}

function readAllowedValue(
  item: YamlNode,
  valueType: ValueType | undefined,
  seen: Set<unknown>,
  complain: Complain,
): readonly JsonObject[] {
  if (item.kind !== 'mapping') {
    complain(
      item.line,
      "write an allowed value as '- value: ...', optionally with a 'description'.",
      MAPPINGS,
    );
    return [];
  }
  const fields = new FieldReader(item, complain);
  fields.refuseUnknown(KEYS);
  const read = readValue(fields, 'allowed value', valueType, complain);
  if (read === undefined) return [];
  const { node, value } = read;
  const scalar = Object.values(value)[0];
  if (seen.has(scalar)) complain(node.line, `the allowed value '${node.text}' is listed twice.`, twice(node));
  seen.add(scalar);
  const description = fields.text('description');
  return [{ value, ...(description !== undefined && { description }) }];
}

/**
 * The member `key` in the form of the aspects, with its node; reports it and returns undefined if it is none. `what`: what it
 * is called.
 */
export function readValue(
  fields: FieldReader,
  what: string,
  valueType: ValueType | undefined,
  complain: Complain,
  key = 'value',
): { readonly node: YamlScalar; readonly value: JsonObject } | undefined {
  const node = fields.node(key);
  if (node?.kind !== 'scalar') {
    const refusal = because('INPUT_MISSING', { name: key });
    const problem = `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} needs a '${key}' that is a string or a number.`;
    complain(fields.lineOf(key), problem, refusal);
    return undefined;
  }
  const value = unionValue(node, valueType);
  if (typeof value !== 'string') return { node, value };
  const refusal = because('VALUE_TYPE', { value: node.text, valueType: 'number' });
  complain(node.line, `the ${what} '${node.text}' ${value}.`, refusal);
  return undefined;
}

function twice({ text }: YamlScalar): Refusal {
  return because('VALUE_LISTED_TWICE', { value: text });
}

/** The value in the form of the aspect, or an error text. */
function unionValue(scalar: YamlScalar, valueType: ValueType | undefined): JsonObject | string {
  // The value type of a custom data type is unknown: its values keep the type they have in the file.
  const isNumber = valueType === 'number' || (valueType === undefined && typeof scalar.value === 'number');
  const written = writtenText(scalar).trim();
  if (!isNumber) return { string: writtenText(scalar) };
  const read = readDecimal(written);
  if (typeof read === 'number') return { double: read };
  return read.isDecimal
    ? `cannot be stored. ${read.problem.replace(/\.$/, '')}`
    : 'is not a number, but the type is number: write a decimal number such as 12.5';
}
