import * as v from 'valibot';
import { patchOf, putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import {
  EDIT_INCIDENTS,
  EDIT_STORED_ASSETS,
  INCIDENT_INFO,
  STATUS,
  assetsInput,
  detailsInput,
  incidentInput,
  requireIncidentAssets,
  storedDetails,
} from './incident.ts';
import { described, objectOf } from '../shapes.ts';

/** Changes an incident. Throws NOT_FOUND for a missing incident or asset. */
export const updateIncident = defineOperation({
  name: 'updateIncident',
  effect: 'write',
  summary: 'Changes the title, description, priority, assignees or assets of an incident.',
  input: (types) =>
    objectOf({
      ...detailsInput(types),
      urn: incidentInput(types),
      status: v.nullish(described('New state, stage and message.', STATUS)),
      resourceUrns: v.nullish(described('Complete list of affected assets.', assetsInput(types))),
    }),
  needs: [EDIT_STORED_ASSETS, { on: ({ resourceUrns }) => resourceUrns ?? [], anyOf: EDIT_INCIDENTS }],
  run: async ({ urn: incident, resourceUrns: assets, ...details }, work) => {
    await requireIncidentAssets(assets ?? [], work);
    const entities = assets?.map(({ urn }) => urn);
    const changes = putGiven({ entities, ...storedDetails(details, work) });
    if (changes.length > 0) await work.ingest([patchOf(incident.urn, INCIDENT_INFO, changes)]);
  },
});
