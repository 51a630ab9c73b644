import { parseRules } from '../../../model/properties/property-rules.ts';
import { rulesForm } from '../../../model/properties/rules-form.ts';
import { scalarOf } from '../../../model/structured-property.ts';
import { given } from '../../../util/given.ts';
import { object, objects } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';

/** Rules of a property as definition files write them, with the levels that apply by default; the texts in them apart. */
export interface ShortRules {
  /** Undefined if there are none. */
  readonly rules: JsonObject | undefined;
  /** `pattern` and its `hint`. */
  readonly texts: JsonObject;
}

/** The rules in the aspect `structuredPropertyRules`. */
export function shortRules(stored: JsonObject): ShortRules {
  const levels = parseRules(stored);
  const form = rulesForm(stored, scalarOf);
  const [appliesIf, values] = [object(form['applies_if']), object(form['values'])];
  const { hint, level: _level, pattern, ...bounds } = values ?? {};
  const deprecated = objects(form['deprecated_values']);
  const ofValues = values === undefined && deprecated.length === 0 ? undefined : bounds;
  const rules = given({
    values: ofValues && { level: levels.valueLevel.toLowerCase(), ...ofValues },
    applies_if: appliesIf && { ...appliesIf, level: levels.appliesIf?.level.toLowerCase() },
    required: levels.required && { level: levels.required.level.toLowerCase() },
    deprecated_values: deprecated.length > 0 ? deprecated : undefined,
  });
  return { rules: Object.keys(rules).length > 0 ? rules : undefined, texts: given({ pattern, hint }) };
}

/** The lists in short rules that may be long, by their paths. */
export function listsOfRules(rules: JsonObject): readonly (readonly [path: string, items: JsonValue[]])[] {
  const refersTo = object(object(rules['values'])?.['refers_to']);
  return [
    ...criteriaLists('values.refers_to', refersTo),
    ...criteriaLists('applies_if', object(rules['applies_if'])),
    ...listAt('deprecated_values', rules),
  ];
}

function criteriaLists(path: string, rule: JsonObject | undefined) {
  return objects(rule?.['criteria']).flatMap((criterion, index) =>
    listAt('values', criterion).map(
      ([name, items]) => [`${path}.criteria[${index}].${name}`, items] as const,
    ),
  );
}

function listAt(name: string, of: JsonObject): readonly (readonly [string, JsonValue[]])[] {
  const items = of[name];
  // Made by `shortRules`, so that it may be shortened.
  return Array.isArray(items) ? [[name, items as JsonValue[]]] : [];
}
