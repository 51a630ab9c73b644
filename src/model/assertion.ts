import { object, text } from '../util/json/json-members.ts';
import type { JsonObject } from '../util/json.ts';

/** Aspects of an assertion. */
export const ASSERTION = {
  entityType: 'assertion',
  infoAspect: 'assertionInfo',
  runAspect: 'assertionRunEvent',
  summaryAspect: 'assertionRunSummary',
} as const;

/** Detail records of an assertion that name the checked entity in `entity`. */
export const DETAIL_KINDS = [
  'freshnessAssertion',
  'volumeAssertion',
  'sqlAssertion',
  'fieldAssertion',
  'schemaAssertion',
] as const;

/** Urn of the entity that an assertion checks: `entityUrn`, else the first found in its details. */
export function checkedUrn(info: JsonObject): string | undefined {
  return text(info['entityUrn']) ?? detailedUrn(info);
}

/** Urn of the entity that the details of an assertion name. */
export function detailedUrn(info: JsonObject): string | undefined {
  const members = ['datasetAssertion', 'customAssertion', ...DETAIL_KINDS];
  const named = members.flatMap((member) => {
    const details = object(info[member]);
    return text(details?.['entity']) ?? text(details?.['dataset']) ?? [];
  });
  return named[0];
}

/** Path of the column that the details of a field assertion name. */
export function detailedColumn(info: JsonObject): string | undefined {
  const field = object(info['fieldAssertion']);
  const named = ['fieldValuesAssertion', 'fieldMetricAssertion'].flatMap(
    (kind) => text(object(object(field?.[kind])?.['field'])?.['path']) ?? [],
  );
  return named[0];
}
