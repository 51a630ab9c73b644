import type { ValueType } from '../../model/structured-property.ts';
import type { JsonObject } from '../../util/json.ts';
import type { YamlNode, YamlScalar } from '../../util/yaml-tree.ts';
import { FieldReader, writtenText } from './field-reader.ts';
import type { Complain } from './field-reader.ts';

const KEYS = ['value', 'description'];

/**
 * Reads `allowed_values` into the form of the definition. Numbers may be written as texts, as `properties get`
 * prints them; texts may be written as numbers. An empty list means that any value is allowed.
 */
export function readAllowedValues(
  node: YamlNode | undefined,
  valueType: ValueType | undefined,
  complain: Complain,
): readonly JsonObject[] | undefined {
  if (node === undefined) return undefined;
  if (node.kind !== 'list') {
    complain(node.line, "'allowed_values' must be a list of '- value: ...'.");
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
    complain(item.line, "an allowed value is written as '- value: ...', if need be with a 'description'.");
    return [];
  }
  const fields = new FieldReader(item, complain);
  fields.refuseUnknown(KEYS);
  const node = fields.node('value');
  if (node?.kind !== 'scalar') {
    complain(item.line, "an allowed value needs a 'value' that is a text or a number.");
    return [];
  }
  const value = unionValue(node, valueType);
  if (typeof value === 'string') {
    complain(node.line, `the allowed value '${node.text}' ${value}.`);
    return [];
  }
  const scalar = Object.values(value)[0];
  if (seen.has(scalar)) complain(node.line, `the allowed value '${node.text}' stands twice.`);
  seen.add(scalar);
  const description = fields.text('description');
  return [{ value, ...(description !== undefined && { description }) }];
}

/** The value in the form of the aspects, or what is wrong with it. */
function unionValue(scalar: YamlScalar, valueType: ValueType | undefined): JsonObject | string {
  // A data type that somebody has registered says nothing about its values: they stay what they are in the file.
  const isNumber = valueType === 'number' || (valueType === undefined && typeof scalar.value === 'number');
  const written = writtenText(scalar).trim();
  if (!isNumber) return { string: writtenText(scalar) };
  const number = typeof scalar.value === 'number' ? scalar.value : written === '' ? NaN : Number(written);
  if (!Number.isFinite(number)) return 'is no number, but the type is number';
  const isRounded = /^[+-]?\d+$/.test(written) && BigInt(written) !== BigInt(number);
  return isRounded ? `would be kept as ${number}; choose one that a double holds` : { double: number };
}
