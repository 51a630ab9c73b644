import { EXECUTION_REQUEST } from '../../model/ingestion/run-request.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';
import { objectOf } from '../shapes.ts';

/** The run of an ingestion source, whether or not it exists. */
export const getExecutionRequest = defineOperation({
  name: 'getExecutionRequest',
  effect: 'read',
  summary: 'Gets a run of an ingestion source.',
  input: (types) => objectOf({ request: types.entityOf(EXECUTION_REQUEST.entityType) }),
  needs: platform(MANAGE_INGESTION),
  run: ({ request }) => Promise.resolve(request),
});
