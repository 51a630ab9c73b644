import { invalidRequest } from '../../errors.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import { parseUrn } from '../../model/urn.ts';
import { suggestion } from '../../util/closest-name.ts';
import { optionalText } from '../../util/json/json-input.ts';
import { applyRetention } from '../../operations/maintenance/apply-retention.ts';
import { repairIndex } from '../../operations/maintenance/repair-index.ts';
import { action, type Resource } from './resource.ts';
import { truncateTimeseriesAspect } from './timeseries/truncate.ts';

/**
 * `POST /operations?action=restoreIndices`: compares the whole index with the store in the background and repairs
 * differences. Always the whole index, because it is derived per entity, not per aspect. Returns the latest repair of
 * this process if it has not begun to run. Throws INVALID_REQUEST for an invalid urn, although `urn` has no effect.
 */
export const restoreIndices = action(repairIndex, async ({ requester, input }) => {
  const urn = optionalText(input['urn'], 'urn');
  if (urn !== undefined) parseUrn(urn);
  return { value: described(await requester.run(repairIndex, {})) };
});

/**
 * `POST /entities?action=applyRetention`: deletes old versions that retention policies do not keep, of one or all
 * entities, and one or all aspects. Every write does this for the aspect that it writes.
 */
export const trimVersions = action(applyRetention, async ({ registry, requester, input }) => {
  const urn = optionalText(input['urn'], 'urn');
  const aspectName = optionalText(input['aspectName'], 'aspectName');
  if (aspectName !== undefined && !registry.aspects.has(aspectName)) {
    throw invalidRequest(`Unknown aspect ${aspectName}.${suggestion(aspectName, registry.aspects.keys())}`);
  }
  const removed = await requester.run(applyRetention, {
    ...(urn !== undefined && { urn: parseUrn(urn) }),
    ...(aspectName !== undefined && { aspectName }),
  });
  return { value: `Deleted ${removed} old versions.` };
});

function described({ id, state }: JobReport): string {
  return `Job ${id} (${state}) compares the index with the store and repairs differences. See /api/colophon/v1/doctor for its progress.`;
}

/** `/operations`: maintenance. */
export const OPERATIONS: Resource = {
  name: 'operations',
  actions: { restoreIndices, truncateTimeseriesAspect },
};
