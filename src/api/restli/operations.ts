import type { JobReport } from '../../model/job-report.ts';
import type { ActionAnswer, ActionCall, Resource } from './resource.ts';

/**
 * `POST /operations?action=restoreIndices`: compares the whole index with the store in the background and makes anew
 * what differs. The index is derived entity by entity, so that there is nothing to restore of one aspect alone, and a
 * comparison that has not begun yet serves everybody who asks meanwhile.
 */
export function restoreIndices({ catalog }: ActionCall): Promise<ActionAnswer> {
  const maintenance = catalog.maintenance();
  const last = maintenance.report('doctor');
  const job = last?.state === 'waiting' ? last : maintenance.startDoctor({ repair: true });
  return Promise.resolve({ value: described(job) });
}

function described({ id, state }: JobReport): string {
  return `The index is compared with the store, and what differs is made anew: job ${id} is ${state}. /api/colophon/v1/doctor tells how it stands.`;
}

/** `/operations`: upkeep. */
export const OPERATIONS: Resource = { name: 'operations', actions: { restoreIndices } };
