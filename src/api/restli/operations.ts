import { invalidRequest } from '../../errors.ts';
import type { JobReport } from '../../model/job-report.ts';
import { parseUrn } from '../../model/urn.ts';
import { suggestion } from '../../util/closest-name.ts';
import { optionalText } from '../../util/json-input.ts';
import type { ActionAnswer, ActionCall, Resource } from './resource.ts';
import { truncateTimeseriesAspect } from './timeseries/truncate.ts';

/**
 * `POST /operations?action=restoreIndices`: compares the whole index with the store in the background and makes anew
 * what differs. The index is derived entity by entity, so that there is nothing to restore of one aspect alone, and a
 * repair that has not begun yet serves everybody who asks this process meanwhile. A urn that is none is refused all the same.
 */
export async function restoreIndices({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = optionalText(input['urn'], 'urn');
  if (urn !== undefined) parseUrn(urn);
  return { value: described(await catalog.maintenance().repairIndex()) };
}

/**
 * `POST /entities?action=applyRetention`: drops the former versions that policies of retention do not keep, of all
 * entities or of one, of all aspects or of one. A write does so for the aspect that it writes.
 */
export async function applyRetention({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = optionalText(input['urn'], 'urn');
  const aspectName = optionalText(input['aspectName'], 'aspectName');
  if (aspectName !== undefined && !registry.aspects.has(aspectName)) {
    throw invalidRequest(`Unknown aspect ${aspectName}.${suggestion(aspectName, registry.aspects.keys())}`);
  }
  const removed = await catalog.maintenance().applyRetention({
    ...(urn !== undefined && { urn: parseUrn(urn) }),
    ...(aspectName !== undefined && { aspectName }),
  });
  return { value: `Dropped ${removed} former versions.` };
}

function described({ id, state }: JobReport): string {
  return `The index is compared with the store, and what differs is made anew: job ${id} is ${state}. /api/colophon/v1/doctor tells how it stands.`;
}

/** `/operations`: upkeep. */
export const OPERATIONS: Resource = {
  name: 'operations',
  actions: { restoreIndices, truncateTimeseriesAspect },
};
