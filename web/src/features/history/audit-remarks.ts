import { ApiError } from '../../api/api-error.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import type { Moment, Remark } from './moments.ts';

const AUDIT = graphql(`
  query entityAudit($input: AuditEventsInput!) {
    auditEvents(input: $input) {
      nextCursor
      events {
        id
        kind
        time
        actorUrn
        aspectName
        changeType
        privilege
        count
      }
    }
  }
`);

const PAGE = 200;

/** A page of audit events of an entity. */
export interface AuditPage {
  readonly events: readonly AuditEvent[];
  readonly nextCursor: string | null;
  /** Whether the person may not read the log. */
  readonly isDenied: boolean;
}

interface AuditEvent {
  readonly kind: string;
  readonly time: number;
  readonly actor: string | undefined;
  readonly aspect: string | undefined;
  readonly isRemoval: boolean;
  readonly privilege: string | null;
  readonly count: number;
}

/** Reads a page of an entity's audit events, newest first; empty if the person may not read the log. Throws {@link ApiError}. */
export async function readAudit(urn: string, cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  try {
    const { auditEvents } = await query(AUDIT, { input: { entityUrn: urn, count: PAGE, cursor } }, signal);
    const events = auditEvents.events.map(({ actorUrn, aspectName, changeType, ...event }) => ({
      ...event,
      actor: actorUrn ?? undefined,
      aspect: aspectName ?? undefined,
      isRemoval: changeType === 'DELETE',
    }));
    return { events, nextCursor: auditEvents.nextCursor, isDenied: false };
  } catch (error) {
    if (error instanceof ApiError && error.isDenied) return { events: [], nextCursor: null, isDenied: true };
    throw error;
  }
}

/** History entries that only the audit log has: removals, refusals, and changes older than the stored versions. */
export function auditMoments(
  events: readonly AuditEvent[],
  isKnown: (aspect: string, time: number) => boolean,
): readonly Omit<Moment, 'key'>[] {
  return events.flatMap(({ time, actor, ...event }) => {
    const remark = remarkOf(event, (aspect) => isKnown(aspect, time));
    return remark === undefined ? [] : [{ time, actor, differences: [], remarks: [remark] }];
  });
}

function remarkOf(
  { kind, aspect, isRemoval, privilege, count }: Omit<AuditEvent, 'time' | 'actor'>,
  isKnown: (aspect: string) => boolean,
): Remark | undefined {
  if (kind === 'DENIED') {
    const needed = privilege === null ? '' : `: missing privilege ${privilege}`;
    return { aspect, text: `Refused${count > 1 ? ` ${count.toLocaleString('en')} times` : ''}${needed}` };
  }
  if (kind !== 'CHANGE' || aspect === undefined) return undefined;
  if (isRemoval) return { aspect, text: 'Removed' };
  return isKnown(aspect) ? undefined : { aspect, text: 'Changed; the old values are no longer stored' };
}
