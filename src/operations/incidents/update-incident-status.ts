import { patchOf, put } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { EDIT_STORED_ASSETS, INCIDENT_INFO, statusInput, storedStatus } from './incident.ts';
import { objectOf } from '../shapes.ts';

/** Replaces the status of an incident. Throws NOT_FOUND for a missing incident. */
export const updateIncidentStatus = defineOperation({
  name: 'updateIncidentStatus',
  effect: 'write',
  summary: 'Changes the state, stage and message of an incident, such as to resolve it.',
  input: (types) => objectOf(statusInput(types)),
  needs: EDIT_STORED_ASSETS,
  run: ({ urn: incident, ...status }, work) =>
    work.ingest([patchOf(incident.urn, INCIDENT_INFO, [put(['status'], storedStatus(status, work))])]),
});
