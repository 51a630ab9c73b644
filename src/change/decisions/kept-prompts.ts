import {
  PROMPTS,
  withHiddenAnswers,
  withHiddenPrompts,
  withoutHiddenAnswers,
  withoutHiddenPrompts,
  type FormInfo,
  type IsHidden,
} from '../../model/visibility/hidden-prompts.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Step } from '../decision-step.ts';
import type { RuleContext } from '../rules.ts';

/** The value visible to the writer: without form prompts for properties that the writer may not see. */
export function seenPrompts(aspectName: string, value: JsonObject, context: RuleContext): JsonObject {
  if (context.rights?.seesEveryProperty !== false) return value;
  const { infoOf, isHidden } = hidingFrom(context);
  if (aspectName === PROMPTS.infoAspect) return withoutHiddenPrompts(value, isHidden);
  return aspectName === PROMPTS.answersAspect ? withoutHiddenAnswers(value, infoOf, isHidden) : value;
}

/** The value to store: the written one plus the stored form prompts that are hidden from the writer. */
export function keepPrompts({ aspect, context, stamp, urn }: Step, stated: JsonObject): JsonObject {
  if (context.rights?.seesEveryProperty !== false) return stated;
  const hiding = hidingFrom(context);
  const stored = context.state.row(urn, aspect.name)?.aspect.value;
  switch (aspect.name) {
    case PROMPTS.infoAspect:
      return stored === undefined ? stated : withHiddenPrompts(stated, stored, hiding.isHidden);
    case PROMPTS.answersAspect: {
      const open = (id: string): JsonObject => ({ id, lastModified: { ...stamp } });
      return withHiddenAnswers(stated, stored, { ...hiding, open });
    }
    default:
      return stated;
  }
}

function hidingFrom({ rights, state }: RuleContext): {
  readonly infoOf: FormInfo;
  readonly isHidden: IsHidden;
} {
  return {
    infoOf: (form) => state.row(form, PROMPTS.infoAspect)?.aspect.value,
    isHidden: (propertyUrn) => rights?.mayKnow(propertyUrn) === false,
  };
}
