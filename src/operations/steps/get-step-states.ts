import * as v from 'valibot';
import { object } from '../../util/json/json-members.ts';
import { list } from '../input-types.ts';
import { TOKEN } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { isOwnState, mayBeOwnStep, storedSteps } from './step-state.ts';
import { objectOf } from '../shapes.ts';

/** The states of the caller's steps that have one, in the order of the ids. Steps of others have none. */
export const getStepStates = defineOperation({
  name: 'getStepStates',
  effect: 'read',
  summary: 'Reads how far you are in tours through the web application.',
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
