import type { AuditPage, AuditQuery } from '../model/access/audit-event.ts';
import type { Scope } from '../model/scope.ts';
import type { AuditStore } from '../store/audit-store.ts';
import { readAuditTrail } from './audit-trail.ts';

/** Either privilege allows reading the audit log. GET_PLATFORM_EVENTS is DataHub's privilege for platform events. */
export const READ_AUDIT: readonly string[] = ['GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'];

/** The audit log as visible to one actor. */
export interface AuditAccess {
  /**
   * A page of changes, logins and denials, newest first, limited to what the actor may see. Throws FORBIDDEN without
   * the privilege, INVALID_REQUEST for an invalid count, cursor or number of actors.
   */
  auditEvents(query: AuditQuery): Promise<AuditPage>;
}

/** Creates the audit log access of one actor; `check` throws FORBIDDEN unless the actor may read the log. */
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
