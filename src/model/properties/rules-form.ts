import { given } from '../../util/given.ts';
import { object, objects, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { criterionProperty } from '../access/policy.ts';
import { propertyValue, type PropertyValue } from '../structured-property.ts';

/** Members of the aspect `structuredPropertyRules`, by their keys in definition files. */
export const RULE_KEYS = {
  values: 'values',
  applies_if: 'appliesIf',
  required: 'required',
  deprecated_values: 'deprecatedValues',
  inherit: 'inherit',
} as const;

/** Members of the rules of values, by their keys in definition files. */
export const VALUE_RULE_KEYS = {
  level: 'level',
  format: 'format',
  min: 'min',
  max: 'max',
  pattern: 'pattern',
  hint: 'hint',
  min_length: 'minLength',
  max_length: 'maxLength',
  refers_to: 'refersTo',
} as const;

/** Rules in the form of definition files. `plain`: the form of a value. */
export function rulesForm(rules: JsonObject, plain: (value: PropertyValue) => string | number): JsonObject {
  const [appliesIf, inherit, required, values] = ['appliesIf', 'inherit', 'required', 'values'].map((name) =>
    object(rules[name]),
  );
  const shown = (json: JsonValue | undefined): string | number | undefined => {
    const value = propertyValue(json);
    return value && plain(value);
  };
  const ofValues = (of: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(VALUE_RULE_KEYS).flatMap(([key, member]) => {
        const value = of[member];
        if (value === undefined || value === null) return [];
        return [[key, formOf(member, value, shown)] as const];
      }),
    );
  const deprecated = objects(rules['deprecatedValues']).map(({ replacedBy, value }) =>
    given({ value: shown(value), replaced_by: shown(replacedBy) }),
  );
  return given({
    values: values && ofValues(values),
    applies_if: appliesIf && { ...criteriaForm(appliesIf), ...levelForm(appliesIf) },
    required: required && levelForm(required),
    deprecated_values: rules['deprecatedValues'] === undefined ? undefined : deprecated,
    inherit: inherit && given({ from: texts(inherit['from']), resolve: lower(inherit['resolve']) }),
  });
}

function formOf(
  member: string,
  value: JsonValue,
  shown: (json: JsonValue) => string | number | undefined,
): JsonValue {
  switch (member) {
    case 'level':
    case 'format':
      return lower(value) ?? value;
    case 'min':
    case 'max':
      return shown(value) ?? value;
    case 'refersTo':
      return criteriaForm(object(value) ?? {});
    default:
      return value;
  }
}

function levelForm(rule: JsonObject): JsonObject {
  return given({ level: lower(rule['level']) });
}

function criteriaForm(rule: JsonObject): JsonObject {
  const criteria = objects(rule['criteria']).map((criterion): JsonObject => {
    const named = criterionProperty(criterion);
    return given({
      field: lower(criterion['field']),
      condition: lower(criterion['condition']),
      property: named?.propertyUrn,
      values: named?.values ?? texts(criterion['values']),
    });
  });
  return { criteria };
}

function lower(json: JsonValue | undefined): string | undefined {
  return text(json)?.toLowerCase();
}
