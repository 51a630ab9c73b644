import { CatalogError } from '../../errors.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { ProtectedWork } from '../work.ts';

/** The report of an edit of the caller. Throws NOT_FOUND for any other, as for one that does not exist. */
export async function ownEdit(
  id: number,
  { actor, services }: Pick<ProtectedWork, 'actor' | 'services'>,
): Promise<JobReport> {
  const report = await services.bulkEdits.report(id);
  if (report?.owner === actor.urn) return report;
  throw new CatalogError(
    'NOT_FOUND',
    `You have no bulk edit with the number ${id}. Only the latest are kept: list them, or start it again.`,
  );
}
