import type { EntityReferences } from '../../../model/entity-reference.ts';
import { parseRules } from '../../../model/properties/property-rules.ts';
import { object, objects } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { matchFilter } from './policy.ts';
import { shownValue } from './structured-properties.ts';

/** `StructuredPropertyRules` from the aspect `structuredPropertyRules`, with the levels that apply by default. */
export function propertyRules(stored: JsonObject, references: EntityReferences) {
  const rules = parseRules(stored);
  const [appliesIf, values] = [object(stored['appliesIf']), object(stored['values'])];
  return {
    values: values && {
      ...values,
      level: rules.valueLevel,
      min: shownValue(values['min']) ?? null,
      max: shownValue(values['max']) ?? null,
      refersTo: matchFilter(values['refersTo'], references),
    },
    appliesIf: rules.appliesIf && {
      criteria: matchFilter(appliesIf, references)?.criteria ?? [],
      level: rules.appliesIf.level,
    },
    required: rules.required,
    inherit: rules.inherit,
    deprecatedValues: stored['deprecatedValues'] === undefined ? null : deprecatedValues(stored),
  };
}

function deprecatedValues(stored: JsonObject) {
  return objects(stored['deprecatedValues']).flatMap((item) => {
    const value = shownValue(item['value']);
    return value === undefined ? [] : [{ value, replacedBy: shownValue(item['replacedBy']) ?? null }];
  });
}
