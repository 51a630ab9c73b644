import { invalidRequest } from '../../errors.ts';
import { patchOf, put, take } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import {
  EDIT_INCIDENTS,
  EDIT_STORED_ASSETS,
  INCIDENT_INFO,
  DESCRIPTION,
  PRIORITY,
  STATUS,
  TITLE,
  assetsInput,
  incidentInput,
  requireIncidentAssets,
  storedDetails,
} from './incident.ts';
import { list } from '../input-types.ts';
import { described, objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Members that are removed if omitted. */
const REPLACED = ['title', 'description', 'priority'] as const;

/** Replaces all editable members of an incident; omitted ones are removed. NOT_FOUND for a missing incident or asset. */
export const replaceIncident = defineOperation({
  name: 'replaceIncident',
  effect: 'write',
  summary: 'Replaces title, description, priority, status, assets and assignees of an incident.',
  input: (types) =>
    objectOf({
      urn: incidentInput(types),
      title: TITLE,
      description: DESCRIPTION,
      priority: PRIORITY,
      status: described('New state, stage and message.', STATUS),
      resourceUrns: described('Complete list of affected assets.', assetsInput(types)),
      assigneeUrns: described(
        'Complete list of the users and groups who should resolve it, by urn.',
        list(types.entity()),
      ),
    }),
  needs: [EDIT_STORED_ASSETS, { on: ({ resourceUrns }) => resourceUrns, anyOf: EDIT_INCIDENTS }],
  run: async ({ urn: incident, resourceUrns: assets, ...details }, work) => {
    if (assets.length === 0)
      throw invalidRequest(
        'resourceUrns is empty. Name the assets of the incident.',
        undefined,
        because('INPUT_MISSING', { name: 'resourceUrns' }),
      );
    await requireIncidentAssets(assets, work);
    const stored = storedDetails({ ...details, startedAt: undefined }, work);
    const removed = REPLACED.filter((member) => stored[member] === undefined).map((member) => take([member]));
    const changed = Object.entries(stored).flatMap(([member, value]) =>
      value === undefined ? [] : [put([member], value)],
    );
    const entities = assets.map(({ urn }) => urn);
    await work.ingest([
      patchOf(incident.urn, INCIDENT_INFO, [...removed, ...changed, put(['entities'], entities)]),
    ]);
  },
});
