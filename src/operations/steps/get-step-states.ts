import * as v from 'valibot';
import { object } from '../../util/json/json-members.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { isOwnState, mayBeOwnStep, storedSteps } from './step-state.ts';
import { objectOf } from '../shapes.ts';

/** The stored states of the caller's steps in tours, in the order of the ids. Omits steps of others. */
export const getStepStates = defineOperation({
  name: 'getStepStates',
  effect: 'read',
  summary: 'Gets your progress in the tours of the web application.',
  input: () => objectOf({ ids: list(v.string()) }),
  needs: TOKEN,
  run: async ({ ids }, work) => {
    const asked = [...new Set(ids)].filter((id) => mayBeOwnStep(id, work));
    const found = await storedSteps(asked, work);
    return [...found].flatMap(([id, state]) =>
      isOwnState(state, work) ? [{ id, properties: object(state['properties']) ?? {} }] : [],
    );
  },
});
