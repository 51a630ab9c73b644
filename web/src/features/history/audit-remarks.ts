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

/** A page of what the audit log tells of an entity. */
export interface AuditPage {
  readonly events: readonly AuditEvent[];
  readonly nextCursor: string | null;
  /** Whether the log may not be read. */
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

/** Reads a page of the audit log about an entity, newest first; an empty one for who may not. Throws {@link ApiError}. */
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

/** What the audit log tells beside the changes that the kept versions tell: removals, refusals, older changes. */
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
    const needed = privilege === null ? '' : `: ${privilege} is missing`;
    return { aspect, text: `Refused${count > 1 ? ` ${count.toLocaleString('en')} times` : ''}${needed}` };
  }
  if (kind !== 'CHANGE' || aspect === undefined) return undefined;
  if (isRemoval) return { aspect, text: 'Removed' };
  return isKnown(aspect) ? undefined : { aspect, text: 'Changed; the values of then are no longer kept' };
}
