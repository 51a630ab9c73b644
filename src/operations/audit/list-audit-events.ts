import { readAuditTrail } from '../../auth/audit/audit-trail.ts';
import { CatalogError } from '../../errors.ts';
import type { AuditQuery } from '../../model/access/audit-event.ts';
import { platform } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';

const DENIAL = 'Unauthorized to read the audit log.';

/**
 * A page of changes, logins and denials, newest first, limited to what the caller may see. Throws INVALID_REQUEST for an
 * invalid count, cursor or number of actors.
 */
export const listAuditEvents = defineProtectedModelled({
  name: 'listAuditEvents',
  effect: 'read',
  summary: 'Lists audited changes, logins and denials, newest first.',
  // GET_PLATFORM_EVENTS is DataHub's privilege for platform events.
  needs: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  denial: () => DENIAL,
  isLong: true,
  run: async (query: AuditQuery, { actor: { restriction }, anyScope, services }) => {
    // The log covers all entity types and properties.
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined) {
      const reason = 'The token is narrowed to certain entity types or properties.';
      throw new CatalogError('FORBIDDEN', `${DENIAL} (${reason})`);
    }
    return readAuditTrail(services.audit, query, anyScope);
  },
});
