import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';

/** Type and aspect of the states of steps of tours through DataHub's web application. */
export const STEP_STATE = {
  entityType: 'dataHubStepState',
  infoAspect: 'dataHubStepStateProperties',
} as const;

/** Whose a state is: the user who wrote it. */
export function writerOfStep(state: JsonObject): string | undefined {
  const actor = object(state['lastModified'])?.['actor'];
  return typeof actor === 'string' ? actor : undefined;
}
