import * as v from 'valibot';
import { EVERYTHING } from '../../model/scope.ts';
import { object } from '../../util/json/json-members.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { STEP_STATE, isOwnStep, stepUrn } from './step-state.ts';

/** The states of the caller's steps that have one, in the order of the ids. Steps of others have none. */
export const getStepStates = defineOperation({
  name: 'getStepStates',
  effect: 'read',
  summary: 'Reads how far you are in tours through the web application.',
  input: () => v.object({ ids: list(v.string()) }),
  needs: TOKEN,
  run: async ({ ids }, work) => {
    const own = [...new Set(ids)].filter((id) => isOwnStep(id, work));
    // One's own are visible to everybody who may view no other entity of this type.
    const found = await work.query.getEntities(own.map(stepUrn), [STEP_STATE], EVERYTHING);
    return own.flatMap((id) => {
      const value = found.get(stepUrn(id))?.get(STEP_STATE)?.value;
      return value === undefined ? [] : [{ id, properties: object(value['properties']) ?? {} }];
    });
  },
});
