import type { AuditPage, AuditQuery } from '../model/audit-event.ts';
import type { Scope } from '../model/scope.ts';
import type { AuditStore } from '../store/audit-store.ts';
import { readAuditTrail } from './audit-trail.ts';

/** Privileges of which one lets read the audit log; the first is DataHub's name for reading what happens on the platform. */
export const READ_AUDIT: readonly string[] = ['GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'];

/** The audit log as one actor may read it. */
export interface AuditAccess {
  /** Who did what and who was refused, newest first, as far as it is about what the actor may see. */
  auditEvents(query: AuditQuery): Promise<AuditPage>;
}

/** Opens the audit log for one actor; `check` throws FORBIDDEN unless the actor holds a privilege for it. */
export function openAuditTrail(
  store: Pick<AuditStore, 'newest'>,
  scope: Pick<Scope, 'seesEntity' | 'assignmentFilter' | 'seesEveryProperty' | 'settle'>,
  check: () => void,
): AuditAccess {
  return {
    auditEvents: async (query) => {
      check();
      return readAuditTrail(store, query, scope);
    },
  };
}
