import { formatUrn, type Urn } from '../../model/urn.ts';
import type { Reading } from '../work.ts';

/** Aspect with what is known of a step of a tour through the web application. */
export const STEP_STATE = 'dataHubStepStateProperties';

/** Whether a step is one of the caller: its id begins with the caller's urn, as in DataHub's web application. */
export function isOwnStep(id: string, { actor }: Pick<Reading, 'actor'>): boolean {
  return id.startsWith(`${actor.urn}-`);
}

/** Urn of the state of a step. */
export function stepUrn(id: string): Urn {
  return formatUrn('dataHubStepState', id);
}
