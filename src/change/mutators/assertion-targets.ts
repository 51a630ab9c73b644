import { ASSERTION, detailedColumn, detailedUrn } from '../../model/assertion.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Mutator } from './mutator.ts';

/**
 * Fills `entityUrn` of an assertion, and `fieldPath` of a field assertion, from its details: search finds assertions
 * by them. A value sent by the client stays, unless it equals the stored one and the details have changed.
 */
export const assertionTargets: Mutator = {
  name: 'assertionTargets',
  aspects: [ASSERTION.infoAspect],
  mutate: ({ after, before }) => withColumn(withEntity(after, before), before),
};

function withEntity(after: JsonObject, before: JsonObject | undefined): JsonObject {
  const named = detailedUrn(after);
  const isMoved = before !== undefined && named !== detailedUrn(before);
  if (named === undefined || isKept(after['entityUrn'], before?.['entityUrn'], isMoved)) return after;
  return { ...after, entityUrn: named };
}

function withColumn(after: JsonObject, before: JsonObject | undefined): JsonObject {
  const details = object(after['fieldAssertion']);
  const named = detailedColumn(after);
  const known = object(before?.['fieldAssertion'])?.['fieldPath'];
  const isMoved = before !== undefined && named !== detailedColumn(before);
  if (details === undefined || named === undefined || isKept(details['fieldPath'], known, isMoved))
    return after;
  return { ...after, fieldAssertion: { ...details, fieldPath: named } };
}

function isKept(sent: unknown, known: unknown, isMoved: boolean): boolean {
  return sent !== undefined && sent !== null && !(isMoved && sent === known);
}
