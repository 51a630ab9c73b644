import { LIFECYCLE_STAGE, isStageFor, parseStage, type LifecycleStage } from '../../model/lifecycle-stage.ts';
import { isUrn } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';
import { text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import type { RuleContext, Validator } from '../rules.ts';
import type { Violation } from '../violation.ts';
import { because, type Refusal } from '../../refusals.ts';

const { infoAspect, member, none, statusAspect } = LIFECYCLE_STAGE;

/**
 * An entity may only move to a stage that exists, is for its type and may follow its current stage. The root actor
 * may create entities in any stage, because it moves whole catalogs.
 */
export const lifecycleStages: Validator = {
  name: 'lifecycleStages',
  aspects: [statusAspect],
  check: ({ after, before, entity, urn }, context) => {
    const [from, to] = [stageIn(before), stageIn(after)];
    if (to === undefined || to === from) return [];
    const stage = findStage(to, context);
    if (stage === undefined) {
      return ofMember(
        `${member} must be a lifecycle stage, but ${to} does not exist. Use a stage of listLifecycleStages.`,
        because('STAGE_MISSING'),
      );
    }
    if (!isStageFor(stage, entity.name)) {
      const types = listText(stage.entityTypes ?? []);
      return ofMember(
        `${member} ${to} is not for entities of type ${entity.name}, but for: ${types}. Use another stage.`,
        because('STAGE_UNFIT', { entityType: entity.name }),
      );
    }
    if (context.viewer === undefined && context.found.entity(urn) === undefined) return [];
    const allowed = stage.allowedPreviousStages;
    if (allowed?.includes(from ?? none) !== false) return [];
    const remedy =
      allowed.length === 0
        ? 'No stage may precede it. Use another stage.'
        : `Stages before it: ${listText(allowed)}. Move the entity there first.`;
    return ofMember(
      `${member} cannot change from ${from ?? none} to ${to}. ${remedy}`,
      because('STAGE_NOT_NEXT'),
    );
  },
};

function ofMember(message: string, refusal: Refusal): readonly Violation[] {
  return [{ message, field: member, ...refusal }];
}

function stageIn(value: JsonObject | undefined): string | undefined {
  return text(value?.[member]);
}

function findStage(urn: string, { state }: RuleContext): LifecycleStage | undefined {
  if (!isUrn(urn)) return undefined;
  const info = state.row(urn, infoAspect);
  const isRemoved = state.row(urn, statusAspect)?.aspect.value['removed'] === true;
  return info === undefined || isRemoved ? undefined : parseStage(urn, info.aspect.value);
}
