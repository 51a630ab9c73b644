import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalInteger, optionalText } from '../../../util/json/json-input.ts';
import { deleteEntity } from '../../../operations/entities/delete-entity.ts';
import { deletePoints } from '../../../operations/timeseries/delete-points.ts';
import { action } from '../resource.ts';
import { specOf } from './read-entities.ts';

/**
 * `POST /entities?action=delete`: hard-deletes an entity; a nonexistent one is deleted with 0 rows. With `aspectName`,
 * deletes the points of a timeseries aspect in an inclusive time range instead.
 */
export const deleteEntityOrPoints = action(
  [deleteEntity, deletePoints],
  async ({ registry, requester, input }) => {
    const urn = parseUrn(asText(input['urn'], 'urn'));
    const aspectName = optionalText(input['aspectName'], 'aspectName');
    if (aspectName === undefined) {
      const { rows, timeseriesRows } = await requester.run(deleteEntity, { urn });
      return { value: { urn, rows, timeseriesRows } };
    }
    if (specOf(registry, urn).aspects.get(aspectName)?.kind !== 'timeseries') {
      throw invalidRequest(
        `Not supported for non-timeseries aspect ${aspectName}. Delete a versioned aspect with a proposal of change type DELETE.`,
      );
    }
    const from = optionalInteger(input['startTimeMillis'], 'startTimeMillis');
    const to = optionalInteger(input['endTimeMillis'], 'endTimeMillis');
    const { timeseriesRows } = await requester.run(deletePoints, { urn, aspectName, from, to });
    return { value: { urn, rows: 0, timeseriesRows } };
  },
);
