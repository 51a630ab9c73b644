import { invalidRequest } from '../../errors.ts';
import type {
  AuditEntry,
  AuditEvent,
  AuditPage,
  AuditQuery,
  AuditedAspect,
} from '../../model/access/audit-event.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { AuditPosition, AuditStore } from '../../store/audit-store.ts';
import { because } from '../../refusals.ts';
import { newestEvents } from './newest-events.ts';

/** Maximum entries per page. */
export const MAX_AUDIT_PAGE = 1_000;

/** Maximum actors in one query. */
const MAX_ACTORS = 100;
/** Maximum events scanned for one page; a page with too few matches ends there, with a cursor. */
const MAX_EVENTS_A_PAGE = 20_000;

/** The part of the scope that decides whether an entry is visible. */
export type AuditScope = Pick<Scope, 'seesEntity' | 'assignmentFilter' | 'seesEveryProperty'>;

/** Start of a page: an event and an index into its visible parts. */
interface Place extends AuditPosition {
  readonly part: number;
}

/**
 * One page of the audit log, newest first, without entries about entities that the scope hides. Throws INVALID_REQUEST
 * for a count outside 1 to 1000, more than 100 actors, or an invalid cursor.
 */
export async function readAuditTrail(
  store: Pick<AuditStore, 'newest'>,
  query: AuditQuery,
  scope: AuditScope & Pick<Scope, 'settle'>,
): Promise<AuditPage> {
  check(query);
  const start = placeOf(query);
  const entries: AuditEntry[] = [];
  let before: AuditPosition = { time: start.time, id: start.id + 1 };
  for await (const events of newestEvents(store, { ...query, before }, MAX_EVENTS_A_PAGE)) {
    if (events.length === 0) return { entries };
    await scope.settle(subjectsOf(events, query));
    for (const event of events) {
      const first = event.id === start.id ? start.part : 0;
      for (const [part, entry] of partsOf(event, query, scope)) {
        if (part < first) continue;
        if (entries.length === query.count) return { entries, next: cursorOf({ ...event, part }) };
        entries.push(entry);
      }
      before = event;
    }
  }
  return { entries, next: cursorOf({ time: before.time, id: before.id - 1, part: 0 }) };
}

function check({ actors = [], count }: AuditQuery): void {
  if (!Number.isInteger(count) || count < 1 || count > MAX_AUDIT_PAGE) {
    throw invalidRequest(
      `count must be a whole number from 1 to ${MAX_AUDIT_PAGE}, but it is ${count}.`,
      undefined,
      because('INPUT_RANGE', { name: 'count', value: String(count), least: 1, most: MAX_AUDIT_PAGE }),
    );
  }
  if (actors.length > MAX_ACTORS) {
    throw invalidRequest(
      `A query may name at most ${MAX_ACTORS} actors, but it names ${actors.length}.`,
      undefined,
      because('LIST_TOO_LONG', { size: actors.length, most: MAX_ACTORS }),
    );
  }
}

function subjectsOf(events: readonly AuditEvent[], { entity }: AuditQuery): readonly Urn[] {
  if (entity !== undefined) return [entity];
  return [...new Set(events.flatMap(({ aspects }) => aspects.map(({ urn }) => urn)))];
}

/** The visible parts of an event that match the query, with their index among all its visible parts. */
function* partsOf(
  event: AuditEvent,
  query: AuditQuery,
  scope: AuditScope,
): Iterable<readonly [number, AuditEntry]> {
  const { id, aspects, commit: _commit, ...circumstances } = event;
  const { where = () => true } = query;
  const about: readonly (AuditedAspect | undefined)[] = aspects.length > 0 ? aspects : [undefined];
  const seen = about.filter((aspect) => aspect === undefined || isSeen(aspect, scope));
  for (const [part, aspect] of seen.entries()) {
    if (!isAskedFor(aspect, query)) continue;
    const entry = { ...circumstances, ...aspect, id: `${id}.${part}` };
    if (where(entry)) yield [part, entry];
  }
}

/**
 * Hides properties whose values the caller may not read on any entity. The log does not record which properties a write
 * assigned, so a caller who may not read all properties sees no assignment writes.
 */
export function isSeen({ urn, aspectName }: AuditedAspect, scope: AuditScope): boolean {
  if (!scope.seesEntity(urn)) return false;
  if (aspectName === STRUCTURED_PROPERTY.assignmentAspect) return scope.seesEveryProperty;
  return entityTypeOf(urn) !== STRUCTURED_PROPERTY.entityType || scope.assignmentFilter(urn)?.length !== 0;
}

function isAskedFor(
  aspect: AuditedAspect | undefined,
  { entity, entityTypes = [], aspectNames = [] }: AuditQuery,
): boolean {
  if (aspect === undefined)
    return entity === undefined && entityTypes.length === 0 && aspectNames.length === 0;
  const { urn, aspectName = '' } = aspect;
  if (entity !== undefined && urn !== entity) return false;
  if (entityTypes.length > 0 && !entityTypes.includes(entityTypeOf(urn))) return false;
  return aspectNames.length === 0 || aspectNames.includes(aspectName);
}

function cursorOf({ time, id, part }: Place): string {
  return Buffer.from(`${time}.${id}.${part}`).toString('base64url');
}

function placeOf({ cursor, until }: AuditQuery): Place {
  if (cursor === undefined) {
    const time = until === undefined ? Number.MAX_SAFE_INTEGER : until - 1;
    return { time, id: Number.MAX_SAFE_INTEGER - 1, part: 0 };
  }
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const numbers = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(text);
  if (numbers === null) {
    throw invalidRequest(
      'The cursor is invalid. Pass the cursor of the previous page unchanged.',
      undefined,
      because('CURSOR_INVALID'),
    );
  }
  const [, time, id, part] = numbers.map(Number);
  return { time: time ?? 0, id: id ?? 0, part: part ?? 0 };
}
