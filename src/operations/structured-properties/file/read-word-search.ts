import {
  MOST_WORD_WEIGHT,
  isWordWeight,
  searchConfigurationOf,
} from '../../../model/properties/word-search.ts';
import { because } from '../../../refusals.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Complain, FieldReader } from '../../../util/yaml-fields.ts';

/** Reads `search: { full_text: true, weight: 2 }` into `searchConfiguration`; undefined if the definition has none. */
export function readWordSearch(definition: FieldReader, complain: Complain): JsonObject | undefined {
  const fields = definition.mapping('search');
  if (fields === undefined) return undefined;
  fields.refuseUnknown(['full_text', 'weight']);
  const text = fields.text('weight');
  const weight = text === undefined ? undefined : Number(text);
  if (weight !== undefined && !isWordWeight(weight)) {
    const problem = `'weight' must be a number above 0, up to ${MOST_WORD_WEIGHT}, but it is '${text}'.`;
    complain(fields.lineOf('weight'), problem, because('INPUT_TYPE', { name: 'weight', type: 'number' }));
  }
  return searchConfigurationOf({ fullText: fields.flag('full_text') ?? false, weight });
}
