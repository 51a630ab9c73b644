import { setImmediate as pause } from 'node:timers/promises';
import { invalidRequest, type GoneError } from '../../errors.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { GenerationKey } from '../../model/properties/property-generation.ts';
import type { Scope } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { LogPosition, LostValue } from '../../store/change-reader.ts';
import { TrimmedLogError } from '../../store/log-trim.ts';
import { isVisibleByUrn } from '../visibility/visibility.ts';
import { fitsOf, matcherOf, type ChangeFilter } from './change-filter.ts';
import { cursorOf, positionOf } from './cursor.ts';
import { eventOf, type CommittedEvent } from './event-of.ts';
import { goneError, readAsOf, type AsOfParts, type EntityAsOf } from './read-as-of.ts';
import { SharedPages } from './shared-pages.ts';
import { because } from '../../refusals.ts';

export { EVERY_CHANGE } from './change-filter.ts';
export type { ChangeFilter };

/** A page of the change feed. */
export interface ChangeRequest {
  /** A cursor, `now`, `oldest`, or the RFC 3339 time to start at. */
  readonly since: string;
  readonly filter: ChangeFilter;
  /** Maximum number of events, unless the first commit has more. */
  readonly limit: number;
  /** Last commit to read; absent: the last one that this process has applied. */
  readonly upTo?: Sequence;
}

/** Events in log order; those of one commit are never split. */
export interface ChangePage {
  readonly events: readonly ChangeEvent[];
  /** Where the next page starts. */
  readonly cursor: string;
  /** Sequence of the cursor's commit. */
  readonly sequence: Sequence;
  /** False: more can be read immediately, even if this page has no events. */
  readonly isAtEnd: boolean;
}

/** An ended generation of a property, and the cursor after which to search for its values. */
export interface LostValuesRequest extends GenerationKey {
  readonly since: string;
}

/** Some of the values, and where the next page starts. */
export interface LostValuesPage {
  readonly lost: readonly LostValue[];
  readonly cursor: string;
  readonly isAtEnd: boolean;
}

/** An entity to read as of a moment. */
export interface AsOfRequest {
  readonly urn: Urn;
  /** A cursor, `now`, `oldest`, or an RFC 3339 time: all commits before it are included. */
  readonly moment: string;
  /** Name of the request parameter with the moment, for messages. */
  readonly parameter: string;
}

/** Reads the change feed. */
export interface ChangeQuery {
  /**
   * Events after a position, up to the last commit that this process has applied, without those that the scope hides
   * now. INVALID_REQUEST for a malformed position; GONE (GoneError) for a position that is no longer kept or was lost
   * in a fail-over.
   */
  read(request: ChangeRequest, scope: Scope): Promise<ChangePage>;
  /**
   * Values of an ended generation of a property that were removed after a cursor from assets visible to the scope. Does not
   * check who may read the property. First applies all existing commits. Throws as `read`.
   */
  lostValues(request: LostValuesRequest, scope: Scope): Promise<LostValuesPage>;
  /** Resolves when this process has applied all existing commits, including those of other processes. */
  catchUp(): Promise<void>;
  /** The cursor of a position, see `AsOfRequest.moment`. Throws as `read`. */
  cursorOf(moment: string, parameter: string): Promise<string>;
  /** An entity as it was at a moment. Throws as `read`, and GONE when its state of that moment is not kept. */
  asOf(request: AsOfRequest, scope: Scope): Promise<EntityAsOf>;
}

/** Dependencies of {@link createChangeQuery}. */
export interface ChangeQueryParts extends AsOfParts {
  readonly registry: EntityRegistry;
  /** Last commit applied to the state that access decisions use. */
  readonly position: () => Sequence;
  /** Calls the listener whenever that position changes. */
  readonly whenMoved: (listener: () => void) => void;
  /** Resolves when this process has applied the commit, or all that exist. */
  readonly reach: (sequence: Sequence) => Promise<void>;
}

/** Maximum reads of the log for one page; a page with too few events ends there. */
const MOST_READS = 50;
/** Events per read. */
const READ_AT_ONCE = 100;
/** Maximum characters of the values in a page, unless one commit has more. */
const MOST_CHARACTERS = 8_000_000;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Creates the reader of the change feed. */
export function createChangeQuery(parts: ChangeQueryParts): ChangeQuery {
  const { changes, position, reach, registry } = parts;
  const shared = new SharedPages<ChangePage>();
  parts.whenMoved(() => shared.clear());
  const gone = (reason: string): Promise<GoneError> => goneError(changes, reason);

  /** Converts the error of a log that was trimmed during a read. */
  const orGone = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof TrimmedLogError) throw await gone(error.message);
      throw error;
    }
  };

  const ofCursor = async (since: string, parameter: string): Promise<LogPosition> => {
    const start = positionOf(since);
    if (start === undefined) {
      throw invalidRequest(
        `Parameter ${parameter} must be a cursor, now, oldest or a time such as 2026-03-01T14:30:00Z, but it is '${since}'.`,
        undefined,
        because('CURSOR_INVALID'),
      );
    }
    if (changes.isForeign(start)) throw await gone('The cursor belongs to another catalog.');
    if (start.sequence > position()) await reach(start.sequence);
    if (start.sequence > position() || !(await changes.confirms(start))) {
      throw await gone(
        'The commit of this cursor was lost or trimmed, or the cursor belongs to another catalog.',
      );
    }
    return start;
  };

  const startOf = async (since: string, parameter = 'since'): Promise<LogPosition> => {
    if (since === 'now') return changes.positionOf(position());
    if (since === 'oldest') return changes.oldest();
    const time = TIME.test(since) ? Date.parse(since) : Number.NaN;
    if (Number.isNaN(time)) return ofCursor(since, parameter);
    const start = await orGone(changes.at(time, position()));
    if (start === undefined) throw await gone(`The change log does not go back to ${since}.`);
    return start;
  };

  const read: ChangeQuery['read'] = async ({ filter, limit, since, upTo: last = Infinity }, scope) => {
    let at = await startOf(since);
    const upTo = Math.min(position(), last);
    const events: ChangeEvent[] = [];
    const matches = matcherOf(filter);
    const selection = { upTo, fits: fitsOf(filter), seesDeleted: (urn: Urn) => seesDeleted(urn, scope) };
    let room = MOST_CHARACTERS;
    const hasRoom = (): boolean => events.length < limit && room > 0;
    for (let reads = 0; at.sequence < upTo && hasRoom() && reads < MOST_READS; reads++) {
      // Lets other requests run between reads.
      if (reads > 0) await pause();
      const asked = { ...selection, limit: Math.min(READ_AT_ONCE, limit - events.length), most: room };
      const page = await orGone(changes.after(at, asked, scope));
      const found = page.changes.flatMap((change) => eventOf(change, registry) ?? []).filter(matches);
      const isTooMuch = events.length > 0 && events.length + found.length > limit;
      if (isTooMuch || page.position.sequence === at.sequence) break;
      events.push(...withCursors(found));
      room -= found.reduce((sum, event) => sum + sizeOf(event), 0);
      at = page.position;
    }
    return { events, cursor: cursorOf(at), sequence: at.sequence, isAtEnd: at.sequence >= upTo };
  };

  return {
    read: (request, scope) => shared.page(request, scope, position(), () => read(request, scope)),
    lostValues: async ({ since, ...generation }, scope) => {
      // The removal may have ended in commits that this process has not applied yet: its last assets would be missing.
      await parts.reach(Number.MAX_SAFE_INTEGER);
      const upTo = position();
      const at = await ofCursor(since, 'since');
      const { lost, position: end } = await orGone(changes.lostValues(at, { ...generation, upTo }, scope));
      return { lost, cursor: cursorOf(end), isAtEnd: end.sequence >= upTo };
    },
    catchUp: () => parts.reach(Number.MAX_SAFE_INTEGER),
    cursorOf: async (moment, parameter) => cursorOf(await startOf(moment, parameter)),
    asOf: async ({ moment, parameter, urn }, scope) => {
      const at = await startOf(moment, parameter);
      return orGone(readAsOf(parts, at, urn, (one) => seesDeleted(one, scope), scope));
    },
  };
}

/** Number of characters of the values. */
export function sizeOf({ after, before }: Pick<ChangeEvent, 'after' | 'before'>): number {
  return (after?.text.length ?? 0) + (before?.text.length ?? 0);
}

/** Sets the cursor on the last event of each commit. */
function withCursors(events: readonly CommittedEvent[]): readonly ChangeEvent[] {
  return events.map(({ position, ...event }, i) => {
    const isLast = events[i + 1]?.sequence !== event.sequence;
    return { ...event, cursor: isLast ? cursorOf(position) : undefined };
  });
}

/** A property that is hidden everywhere stays hidden after its deletion. */
function seesDeleted(urn: Urn, scope: Scope): boolean {
  const isProperty = entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType;
  return isVisibleByUrn(scope, urn) && (!isProperty || scope.assignmentFilter(urn)?.length !== 0);
}
