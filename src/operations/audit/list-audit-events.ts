import * as v from 'valibot';
import { readAuditTrail } from '../../auth/audit/audit-trail.ts';
import { CatalogError } from '../../errors.ts';
import { AUDIT_KINDS, type AuditEntry } from '../../model/access/audit-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { platform } from '../needs.ts';
import { list } from '../input-types.ts';
import { defineProtected } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { NUMBER, TEXT, URN, objectOf, oneOf } from '../shapes.ts';
import { eventTypeOf } from './event-type.ts';

const DENIAL = 'Unauthorized to read the audit log.';

/**
 * A page of changes, logins and denials, newest first, limited to what the caller may see. Throws INVALID_REQUEST for an
 * invalid count, cursor or number of actors.
 */
export const listAuditEvents = defineProtected({
  name: 'listAuditEvents',
  effect: 'read',
  summary: 'Lists audited changes, logins and denials, newest first.',
  // GET_PLATFORM_EVENTS is DataHub's privilege for platform events.
  needs: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  input: () =>
    objectOf({
      entity: v.exactOptional(URN),
      actors: v.nullish(list(URN), []),
      kinds: v.nullish(list(oneOf(AUDIT_KINDS)), []),
      entityTypes: v.nullish(list(TEXT), []),
      aspectNames: v.nullish(list(TEXT), []),
      /** By DataHub's names. */
      eventTypes: v.nullish(list(TEXT), []),
      /** Epoch ms, inclusive. */
      since: v.exactOptional(NUMBER),
      /** Epoch ms, exclusive. */
      until: v.exactOptional(NUMBER),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      cursor: v.exactOptional(TEXT),
    }),
  denial: () => DENIAL,
  isLong: true,
  run: async ({ eventTypes, ...query }, { actor: { restriction }, anyScope, services, settings }) => {
    // A restricted token is refused: the log covers all entity types and properties.
    if (restriction?.entityTypes !== undefined || restriction?.properties !== undefined) {
      const reason = 'The token is restricted to certain entity types or properties.';
      throw new CatalogError('FORBIDDEN', `${DENIAL} (${reason})`);
    }
    const wanted = new Set(eventTypes);
    const where = (entry: AuditEntry): boolean => wanted.has(eventTypeOf(entry));
    const page = await readAuditTrail(
      services.audit,
      { ...query, ...(wanted.size > 0 && { where }) },
      anyScope,
    );
    return { ...page, entries: page.entries.map((entry) => withAspectKind(entry, settings.registry)) };
  },
});

/** An audit entry as callers see it. */
export interface ListedAuditEntry extends AuditEntry {
  /** Whether the aspect is a timeseries: a write adds a point of data and replaces nothing. */
  readonly isTimeseries: boolean;
}

function withAspectKind(entry: AuditEntry, { aspects }: EntityRegistry): ListedAuditEntry {
  const { aspectName } = entry;
  return {
    ...entry,
    isTimeseries: aspectName !== undefined && aspects.get(aspectName)?.kind === 'timeseries',
  };
}
