import type { JsonObject } from '../util/json.ts';
import type { Aspect } from './aspect.ts';
import { withText } from './aspect.ts';
import { PROMPTS, withoutHiddenAnswers, withoutHiddenPrompts } from './hidden-prompts.ts';
import type { FormInfo, IsHidden } from './hidden-prompts.ts';
import type { Scope } from './scope.ts';
import { STRUCTURED_PROPERTY } from './structured-property.ts';
import { visibleAssignments } from './visible-assignments.ts';
import type { SeenRow } from './visible-assignments.ts';

/**
 * The aspect as a scope sees it, undefined when there is none for it: without assignments and prompts of properties that
 * it does not see. An aspect with nothing to hide is returned as it is.
 */
export function visibleAspect(row: SeenRow, scope: Scope, infoOf: FormInfo): Aspect | undefined {
  const { aspect } = row;
  if (aspect.aspectName === STRUCTURED_PROPERTY.assignmentAspect) return visibleAssignments(row, scope);
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

function withValue(aspect: Aspect, value: JsonObject): Aspect {
  return value === aspect.value ? aspect : withText(aspect, JSON.stringify(value));
}
