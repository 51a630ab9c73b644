import { invalidRequest } from '../../errors.ts';
import { LIFECYCLE_STAGE } from '../../model/lifecycle-stage.ts';
import { patchOf, put, putOrTake } from '../../model/proposal-builders.ts';
import { requireEntities } from '../assets.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { requireExisting } from '../stored.ts';
import { described, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

const { entityType, member, stampMember, statusAspect } = LIFECYCLE_STAGE;

/** Sets the lifecycle stage of an entity, or removes it; INVALID_REQUEST if the stage does not allow it. */
export const setLifecycleStage = defineOperation({
  name: 'setLifecycleStage',
  effect: 'write',
  summary: 'Sets the lifecycle stage of an entity; without one, removes it.',
  input: (types) =>
    objectOf({
      urn: types.entity(),
      lifecycleStageUrn: described('Urn of the stage; omit for none.', types.optionalEntityOf(entityType)),
    }),
  needs: WRITE,
  run: async ({ urn: entity, lifecycleStageUrn: stage }, work) => {
    if (work.settings.registry.entities.get(entity.entityType)?.aspects.has(statusAspect) !== true) {
      throw invalidRequest(
        `${entity.urn} cannot have a lifecycle stage: entities of type ${entity.entityType} have no ${statusAspect}.`,
        undefined,
        because('STAGE_UNFIT', { entityType: entity.entityType }),
      );
    }
    await requireEntities([entity], work);
    await requireExisting(
      stage === undefined ? [] : [stage],
      (urn) => `Lifecycle stage ${urn} does not exist. Use a stage of listLifecycleStages.`,
      work,
    );
    const moved = putOrTake([member], stage?.urn);
    const stamped = put([stampMember], { ...stampNow(work) });
    await work.ingest([patchOf(entity.urn, statusAspect, [moved, stamped])]);
  },
});
