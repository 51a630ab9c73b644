import { object, objects, text, texts } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { FILTER_OPERATORS, lacksValues, type Criterion, type Filter } from '../filter.ts';

/** Filter in the definition of a saved view; criteria that cannot be parsed or lack their values restrict nothing. */
export function viewFilter(definition: JsonObject): Filter {
  const filter = object(definition['filter']);
  const criteria = objects(filter?.['criteria']).flatMap(readCriterion);
  const alternatives = objects(filter?.['or']).map((and) => objects(and['and']).flatMap(readCriterion));
  return alternatives.length === 0 && criteria.length > 0 ? [criteria] : alternatives;
}

function readCriterion(criterion: JsonObject): readonly Criterion[] {
  const field = text(criterion['field']);
  const operator = FILTER_OPERATORS.find((name) => name === (criterion['condition'] ?? 'EQUAL'));
  if (field === undefined || operator === undefined) return [];
  const values = texts(criterion['values']);
  const read = { field, operator, values, negated: criterion['negated'] === true };
  // It is saved in the view, so the error cannot be reported to its author; it restricts nothing.
  return lacksValues(read) ? [] : [read];
}
