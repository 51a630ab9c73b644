import { because } from '../../../refusals.ts';
import { SOURCE_TYPES } from '../../../model/properties/inheritance.ts';
import { RULE_KEYS, VALUE_RULE_KEYS } from '../../../model/properties/rules-form.ts';
import type { ValueType } from '../../../model/structured-property.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import { FieldReader, type Complain } from '../../../util/yaml-fields.ts';
import type { YamlNode } from '../../../util/yaml-tree.ts';
import { readValue } from './allowed-values.ts';

const LEVELS = ['report', 'warn', 'enforce'];
const FORMATS = ['integer', 'boolean', 'datetime'];
const RESOLUTIONS = ['nearest', 'strictest'];
const CONDITIONS = ['equals', 'starts_with', 'not_equals'];

/** Rules in the form of the aspect; undefined if the definition has none. */
export function readRules(
  definition: FieldReader,
  complain: Complain,
  valueType: ValueType | undefined,
): JsonObject | undefined {
  const fields = definition.mapping('rules');
  if (fields === undefined) return undefined;
  fields.refuseUnknown(Object.keys(RULE_KEYS));
  const reader = new RuleReader(complain, valueType);
  const appliesIf = fields.mapping('applies_if');
  const required = fields.mapping('required');
  const inherit = fields.mapping('inherit');
  appliesIf?.refuseUnknown(['criteria', 'level']);
  required?.refuseUnknown(['level']);
  inherit?.refuseUnknown(['from', 'resolve']);
  return given({
    values: reader.values(fields.mapping('values')),
    appliesIf: appliesIf && { ...reader.criteria(appliesIf), ...reader.level(appliesIf) },
    required: required && reader.level(required),
    deprecatedValues: fields.items('deprecated_values')?.flatMap((item) => reader.deprecated(item)),
    inherit: inherit && reader.inheritance(inherit),
  });
}

class RuleReader {
  readonly #complain: Complain;
  readonly #valueType: ValueType | undefined;

  constructor(complain: Complain, valueType: ValueType | undefined) {
    this.#complain = complain;
    this.#valueType = valueType;
  }

  values(fields: FieldReader | undefined): JsonObject | undefined {
    if (fields === undefined) return undefined;
    fields.refuseUnknown(Object.keys(VALUE_RULE_KEYS));
    const refersTo = fields.mapping('refers_to');
    refersTo?.refuseUnknown(['criteria']);
    return given({
      ...this.level(fields),
      format: this.#choice(fields, 'format', FORMATS),
      min: this.#value(fields, 'min'),
      max: this.#value(fields, 'max'),
      pattern: fields.text('pattern'),
      hint: fields.text('hint'),
      minLength: this.#length(fields, 'min_length'),
      maxLength: this.#length(fields, 'max_length'),
      refersTo: refersTo && this.criteria(refersTo),
    });
  }

  level(fields: FieldReader): JsonObject {
    return given({ level: this.#choice(fields, 'level', LEVELS) });
  }

  criteria(fields: FieldReader): JsonObject {
    return { criteria: (fields.items('criteria') ?? []).flatMap((item) => this.#criterion(item)) };
  }

  deprecated(item: YamlNode): readonly JsonObject[] {
    const fields = this.#mapping(item, 'deprecated_values', "write a deprecated value as '- value: ...'.");
    if (fields === undefined) return [];
    fields.refuseUnknown(['value', 'replaced_by']);
    const value = this.#value(fields, 'value');
    return value === undefined ? [] : [given({ value, replacedBy: this.#value(fields, 'replaced_by') })];
  }

  inheritance(fields: FieldReader): JsonObject {
    const from = (fields.texts('from') ?? []).flatMap(({ line, text }) => {
      const type = SOURCE_TYPES.find((name) => name.toLowerCase() === text.toLowerCase());
      if (type === undefined) this.#refuseChoice(line, 'from', text, SOURCE_TYPES);
      return type ?? [];
    });
    return { from, ...given({ resolve: this.#choice(fields, 'resolve', RESOLUTIONS) }) };
  }

  #criterion(item: YamlNode): readonly JsonObject[] {
    const remedy = "write a criterion as '- field: ...' with 'values'.";
    const fields = this.#mapping(item, 'criteria', remedy);
    if (fields === undefined) return [];
    fields.refuseUnknown(['field', 'condition', 'values', 'property']);
    const values = fields.texts('values')?.map(({ text }) => text) ?? [];
    const propertyUrn = fields.text('property');
    const criterion = given({
      field: fields.text('field')?.toUpperCase() ?? '',
      condition: this.#choice(fields, 'condition', CONDITIONS),
      values: propertyUrn === undefined ? values : [],
      structuredPropertyValues: propertyUrn === undefined ? undefined : [{ propertyUrn, values }],
    });
    return [criterion];
  }

  #mapping(item: YamlNode, name: string, remedy: string): FieldReader | undefined {
    if (item.kind === 'mapping') return new FieldReader(item, this.#complain);
    this.#complain(item.line, remedy, because('INPUT_TYPE', { name, type: 'objects' }));
    return undefined;
  }

  #value(fields: FieldReader, name: string): JsonObject | undefined {
    if (name !== 'value' && fields.node(name) === undefined) return undefined;
    return readValue(fields, name, this.#valueType, this.#complain, name)?.value;
  }

  #length(fields: FieldReader, name: string): number | undefined {
    const text = fields.text(name);
    if (text === undefined) return undefined;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    const problem = `'${name}' must be a whole number, but it is '${text}'.`;
    this.#complain(fields.lineOf(name), problem, because('INPUT_TYPE', { name, type: 'integer' }));
    return undefined;
  }

  #choice(fields: FieldReader, name: string, allowed: readonly string[]): string | undefined {
    const text = fields.text(name);
    if (text === undefined || allowed.includes(text.toLowerCase())) return text?.toUpperCase();
    this.#refuseChoice(fields.lineOf(name), name, text, allowed);
    return undefined;
  }

  #refuseChoice(line: number, name: string, text: string, allowed: readonly string[]): void {
    const problem = `'${name}' must be one of ${allowed.join(', ')}, but it is '${text}'.`;
    this.#complain(line, problem, because('INPUT_CHOICE', { name, value: text, allowed }));
  }
}
