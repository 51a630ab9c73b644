import { because } from '../../../refusals.ts';
import { DISPLAY_KEYS, VALUE_COLORS } from '../../../model/properties/property-display.ts';
import type { ValueType } from '../../../model/structured-property.ts';
import { closestName } from '../../../util/closest-name.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import { FieldReader, type Complain } from '../../../util/yaml-fields.ts';
import type { YamlNode } from '../../../util/yaml-tree.ts';
import { readValue } from './allowed-values.ts';

/** Display in the form of the aspect; undefined if the definition has none. */
export function readDisplay(
  definition: FieldReader,
  complain: Complain,
  valueType: ValueType | undefined,
): JsonObject | undefined {
  const fields = definition.mapping('display');
  if (fields === undefined) return undefined;
  fields.refuseUnknown(Object.keys(DISPLAY_KEYS));
  const colors = fields.items('value_colors')?.flatMap((item) => readColor(item, valueType, complain));
  return given({
    group: fields.text('group'),
    order: readOrder(fields, complain),
    unit: fields.text('unit'),
    valueColors: colors,
  });
}

function readOrder(fields: FieldReader, complain: Complain): number | undefined {
  const text = fields.text('order');
  if (text === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  const problem = `'order' must be a whole number, but it is '${text}'.`;
  complain(fields.lineOf('order'), problem, because('INPUT_TYPE', { name: 'order', type: 'integer' }));
  return undefined;
}

function readColor(
  item: YamlNode,
  valueType: ValueType | undefined,
  complain: Complain,
): readonly JsonObject[] {
  if (item.kind !== 'mapping') {
    const refusal = because('INPUT_TYPE', { name: 'value_colors', type: 'objects' });
    complain(item.line, "write a colored value as '- value: ...' with a 'color'.", refusal);
    return [];
  }
  const fields = new FieldReader(item, complain);
  fields.refuseUnknown(['value', 'color']);
  const read = readValue(fields, 'colored value', valueType, complain);
  const text = fields.text('color') ?? '';
  const color = VALUE_COLORS.find((name) => name === text.toUpperCase());
  if (color === undefined) {
    const names = VALUE_COLORS.map((name) => name.toLowerCase());
    const meant = closestName(text.toLowerCase(), names);
    const remedy = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    const problem = `'color' must be one of ${names.join(', ')}, but it is '${text}'.${remedy}`;
    const refusal = because('INPUT_CHOICE', { name: 'color', value: text, allowed: names });
    complain(fields.lineOf('color'), problem, refusal);
  }
  return read === undefined || color === undefined ? [] : [{ value: read.value, color }];
}
