import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';

/** Entity type and aspect of the step states of tours through DataHub's web application. */
export const STEP_STATE = {
  entityType: 'dataHubStepState',
  infoAspect: 'dataHubStepStateProperties',
} as const;

/** Owner of a step state: the user who wrote it. */
export function writerOfStep(state: JsonObject): string | undefined {
  const actor = object(state['lastModified'])?.['actor'];
  return typeof actor === 'string' ? actor : undefined;
}
