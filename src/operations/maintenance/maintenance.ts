import type { Maintenance } from '../../model/access/audit-event.ts';
import { platform } from '../needs.ts';
import { wholeNumber } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';

/** The need of operations that maintain the catalog. */
export const MAINTENANCE = {
  needs: platform('MANAGE_SYSTEM_OPERATIONS', 'RESTORE_INDICES_PRIVILEGE'),
  denial: () => 'Unauthorized to maintain the catalog.',
} as const;

/** Shape of the number of a job. */
export const JOB_NUMBER = wholeNumber('the number of a job');

/** Records in the audit log a maintenance operation that the caller ran or started. */
export function recordMaintenance(maintenance: Maintenance, { actor, services }: ProtectedWork): void {
  services.auditLog.record({ kind: 'upkeep', actor: actor.urn, upkeep: maintenance });
}
