import type { JsonObject } from '../../util/json.ts';
import { withText, type Aspect } from '../aspect.ts';
import {
  PROMPTS,
  withoutHiddenAnswers,
  withoutHiddenPrompts,
  type FormInfo,
  type IsHidden,
} from './hidden-prompts.ts';
import { isOfAnother } from '../access/personal.ts';
import type { Scope } from '../scope.ts';
import { withAllowedNumbers } from '../properties/number-values.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';
import type { Urn } from '../urn.ts';
import { valuesText, visibleAssignments, type SeenRow } from './visible-assignments.ts';

/**
 * The aspect as visible to a scope, without assignments and prompts of hidden properties. Settings of other users are
 * hidden. Returns the same object if there is nothing to hide, and undefined if the scope must not see the aspect at
 * all.
 */
export function visibleAspect(row: SeenRow, scope: Scope, infoOf: FormInfo): Aspect | undefined {
  const { aspect } = row;
  if (isOfAnother(aspect, scope)) return undefined;
  if (OF_PROPERTIES.includes(aspect.aspectName) && scope.seesAsOwnOnly(aspect.urn)) return undefined;
  if (aspect.aspectName === STRUCTURED_PROPERTY.assignmentAspect) return visibleAssignments(row, scope);
  if (aspect.aspectName === STRUCTURED_PROPERTY.definitionAspect) {
    const value = aspect.text.includes('"string"') ? withAllowedNumbers(aspect.value) : aspect.value;
    return value === aspect.value ? aspect : withText(aspect, valuesText(value));
  }
  if (scope.seesEveryProperty) return aspect;
  const isHidden: IsHidden = (propertyUrn) => scope.assignmentFilter(propertyUrn)?.length === 0;
  switch (aspect.aspectName) {
    case PROMPTS.infoAspect:
      return withValue(aspect, withoutHiddenPrompts(aspect.value, isHidden));
    case PROMPTS.answersAspect:
      return withValue(aspect, withoutHiddenAnswers(aspect.value, infoOf, isHidden));
    default:
      return aspect;
  }
}

/** Whether the scope sees an aspect with this name independent of its value, if only in part. */
export function isVisibleByName(
  aspect: { readonly urn: Urn; readonly aspectName: string },
  scope: Scope,
): boolean {
  if (isOfAnother(aspect, scope)) return false;
  if (!OF_PROPERTIES.includes(aspect.aspectName)) return true;
  return scope.seesEveryProperty && !scope.seesAsOwnOnly(aspect.urn);
}

/** Aspects of an entity whose visible part depends on their values. Of those of other users, the scope sees nothing. */
export function namesSeenInPart(urn: Urn, scope: Scope): readonly string[] {
  if (scope.seesEveryProperty && !scope.seesAsOwnOnly(urn)) return [];
  return [...OF_PROPERTIES, PROMPTS.infoAspect];
}

/** Aspects with values of structured properties, or with form answers, which reveal such values. */
const OF_PROPERTIES: readonly string[] = [STRUCTURED_PROPERTY.assignmentAspect, PROMPTS.answersAspect];

function withValue(aspect: Aspect, value: JsonObject): Aspect {
  return value === aspect.value ? aspect : withText(aspect, JSON.stringify(value));
}
