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
        isTimeseries
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
  /** Whether a write of the aspect adds a point of data and replaces nothing. */
  readonly isTimeseries: boolean;
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

/** History entries that only the audit log has: removals, refusals, reported data, and changes older than the stored versions. */
export function auditMoments(
  events: readonly AuditEvent[],
  isKnown: (aspect: string, time: number) => boolean,
): readonly Omit<Moment, 'key'>[] {
  const remarked = events
    .filter((event) => !isPoint(event))
    .flatMap(({ time, actor, ...event }) => {
      const remark = remarkOf(event, (aspect) => isKnown(aspect, time));
      return remark === undefined ? [] : [{ time, actor, differences: [], remarks: [remark] }];
    });
  return [...remarked, ...pointMoments(events.filter(isPoint))];
}

function isPoint({ kind, isTimeseries, isRemoval }: AuditEvent): boolean {
  return kind === 'CHANGE' && isTimeseries && !isRemoval;
}

/** One entry for all points of data that an actor reported of an aspect at one time. */
function pointMoments(events: readonly AuditEvent[]): readonly Omit<Moment, 'key'>[] {
  const groups = Map.groupBy(events, ({ time, actor, aspect }) => `${time} ${aspect ?? ''} ${actor ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { time, actor, aspect } = first;
    const text = group.length === 1 ? 'Reported' : `Reported ${group.length.toLocaleString('en')} times`;
    return [{ time, actor, differences: [], remarks: [{ aspect, text }] }];
  });
}

function remarkOf(
  { kind, aspect, isRemoval, privilege, count }: Omit<AuditEvent, 'time' | 'actor' | 'isTimeseries'>,
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
