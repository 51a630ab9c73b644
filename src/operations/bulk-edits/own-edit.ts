import type { Actor } from '../../auth/actor.ts';
import { CatalogError } from '../../errors.ts';
import type { JobReport } from '../../model/maintenance/job-report.ts';
import type { ProtectedWork } from '../work.ts';

/**
 * Whether the caller may see the edit: its owner, with an unrestricted token or the token that started it. So a
 * restricted token shows no values that it may not read.
 */
export function isOwn({ owner, token }: JobReport, { restriction, tokenId, urn }: Actor): boolean {
  return owner === urn && (restriction === undefined || (token !== undefined && token === tokenId));
}

/** The report of an edit of the caller. Throws NOT_FOUND for edits of others, as for missing ones. */
export async function ownEdit(
  id: number,
  { actor, services }: Pick<ProtectedWork, 'actor' | 'services'>,
): Promise<JobReport> {
  const report = await services.bulkEdits.report(id);
  if (report !== undefined && isOwn(report, actor)) return report;
  throw new CatalogError(
    'NOT_FOUND',
    `You have no bulk edit with the number ${id}. Only the latest are kept: list them, or start it again.`,
  );
}
