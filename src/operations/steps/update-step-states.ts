import * as v from 'valibot';
import { forbidden } from '../../auth/rights.ts';
import { STEP_STATE } from '../../model/access/step-state.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { isOwnState, mayBeOwnStep, stepUrn, storedSteps } from './step-state.ts';
import { objectOf } from '../shapes.ts';

const STATE = objectOf({ id: v.string(), properties: v.record(v.string(), v.string()) });

/** Replaces the states of steps of the caller, all or none. Throws FORBIDDEN for a step of another user. */
export const updateStepStates = defineProtected({
  name: 'updateStepStates',
  effect: 'write',
  summary: 'Replaces your progress in the tours of the web application.',
  input: () => objectOf({ states: list(STATE) }),
  needs: TOKEN,
  run: async ({ states }, work) => {
    const { actor, services } = work;
    if (actor.restriction !== undefined) throw forbidden('A restricted token cannot change steps of tours.');
    const ids = states.map(({ id }) => id);
    const stored = await storedSteps(ids, work);
    const foreign = ids.find((id) => {
      const state = stored.get(id);
      return !mayBeOwnStep(id, work) || (state !== undefined && !isOwnState(state, work));
    });
    if (foreign !== undefined) {
      throw forbidden(`'${foreign}' is not one of your steps. Begin the id with '${actor.urn}-'.`);
    }
    const lastModified = { ...stampNow(work) };
    const proposals = states.map(({ id, properties }) =>
      upsertOf(stepUrn(id), STEP_STATE.infoAspect, { properties, lastModified }),
    );
    await services.change.ingest(actor.urn, proposals);
  },
});
