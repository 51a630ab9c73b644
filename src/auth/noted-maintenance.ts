import type { Urn } from '../model/urn.ts';
import type { AuditLog } from './audit-log.ts';
import type { Maintenance } from './maintenance.ts';

/** Wraps maintenance so that every operation that changes something is recorded in the audit log with its actor. */
export function notedMaintenance(
  maintenance: Maintenance,
  actor: Urn,
  log: Pick<AuditLog, 'record'>,
): Maintenance {
  return {
    mappings: () => maintenance.mappings(),
    startSystemUpdate: async (request) => {
      const report = await maintenance.startSystemUpdate(request);
      log.record({ kind: 'upkeep', actor, upkeep: 'system-update' });
      return report;
    },
    startDoctor: async (request) => {
      const report = await maintenance.startDoctor(request);
      if (request.repair) log.record({ kind: 'upkeep', actor, upkeep: 'repair' });
      return report;
    },
    repairIndex: async () => {
      const report = await maintenance.repairIndex();
      log.record({ kind: 'upkeep', actor, upkeep: 'repair' });
      return report;
    },
    applyRetention: async (selection) => {
      const removed = await maintenance.applyRetention(selection);
      log.record({ kind: 'upkeep', actor, upkeep: 'retention' });
      return removed;
    },
    report: (kind, id) => maintenance.report(kind, id),
  };
}
