import { isDeepStrictEqual } from 'node:util';
import { isFinished, isUndone } from '../../model/ingestion/run-status.ts';
import { EXECUTION_REQUEST } from '../../model/ingestion/run-request.ts';
import { text } from '../../util/json/json-members.ts';
import type { Validator } from '../rules.ts';
import { because } from '../../refusals.ts';

/**
 * The result of a finished run is final. A restarted executor reads the change log again from its last position and
 * reports each run as running before it starts it; refusing that report prevents a second run.
 */
export const finishedRuns: Validator = {
  name: 'finishedRuns',
  aspects: [EXECUTION_REQUEST.result],
  check: ({ after, before, urn }) => {
    const status = text(before?.['status']);
    if (after === undefined || !isFinished(status) || isDeepStrictEqual(before, after)) return [];
    const isUndoing = isUndone(text(after['status'])) && status !== 'ROLLED_BACK';
    if (isUndoing) return [];
    const message = `${urn} has ended with status ${status}, which is final. Request another run.`;
    return [{ message, field: 'status', ...because('RUN_ENDED') }];
  },
};
