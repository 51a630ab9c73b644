import type * as v from 'valibot';
import { GoneError, invalidRequest } from '../../errors.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import {
  EVERY_CHANGE,
  sizeOf,
  type ChangeFilter,
  type ChangePage,
  type ChangeRequest,
} from '../../query/changes/change-query.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { positionOf } from '../../query/changes/cursor.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { NUMBER, TEXT, described, maybe, objectOf, oneOf } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';
import { withCreations } from './creations.ts';
import { MOST_EVENTS, platformEvents, type PlatformEvent } from './platform-events.ts';
import { because } from '../../refusals.ts';

const DAY_MS = 86_400_000;
/** Changes read at a time, and size of values after which a page ends early: one value may have many MB. */
const READ_AT_ONCE = 50;
const MOST_CHARACTERS = 8 * 1024 ** 2;

/** Shape of a poll: its start and its size. */
const POLL = {
  offset: maybe(
    described('A cursor of the change feed; default: `lookbackDays` ago, or the end of the feed.', TEXT),
  ),
  lookbackDays: maybe(described('Days before now at which to begin without an offset.', NUMBER)),
  limit: described(
    'Number of changes after which the page ends; those of one commit are never split.',
    NUMBER,
  ),
};

const POLL_INPUT = objectOf(POLL);

export type PollInput = v.InferOutput<typeof POLL_INPUT>;

/** Events in log order, and the start of the next page. */
export interface PolledPage<Event> extends Pick<ChangePage, 'cursor' | 'isAtEnd' | 'sequence'> {
  readonly events: readonly Event[];
}

/**
 * The next events, within what the caller may view: changes of entities, and relationships created and removed. An
 * offset that is no longer kept means the oldest one that is. Throws INVALID_REQUEST for a malformed offset.
 */
export const pollPlatformEvents = defineProtected({
  name: 'pollPlatformEvents',
  effect: 'read',
  summary: 'Polls the events of changed entities and relationships, from an offset.',
  needs: platform('GET_PLATFORM_EVENTS'),
  isLong: true,
  input: () => POLL_INPUT,
  run: (input, work): Promise<PolledPage<PlatformEvent>> =>
    poll(input, EVERY_CHANGE, work, (changes) => platformEvents(changes, work)),
});

/**
 * The next changes of aspects of one kind, with their values, within what the caller may view; offsets are those of
 * `pollPlatformEvents`. Omits changes whose value is no longer kept: a later change or deletion follows.
 */
export const pollChangeLog = defineProtected({
  name: 'pollChangeLog',
  effect: 'read',
  summary: 'Polls the changes of aspects with their values, from an offset.',
  needs: platform('GET_METADATA_CHANGE_LOG_EVENTS'),
  isLong: true,
  /** `kind`: of the aspects. */
  input: () =>
    objectOf({ ...POLL, kind: described('Kind of the aspects.', oneOf(['versioned', 'timeseries'])) }),
  run: ({ kind, ...input }, work): Promise<PolledPage<ChangeEvent>> => {
    const { registry } = work.settings;
    const isKept = (change: ChangeEvent): boolean => change.kind === 'DELETE' || change.after !== undefined;
    if (kind === 'timeseries') {
      const filter = { ...EVERY_CHANGE, aspects: timeseriesAspects(registry) };
      return poll(input, filter, work, (changes) =>
        Promise.resolve({ events: changes.filter(isKept), endedAt: undefined }),
      );
    }
    const isVersioned = ({ aspectName }: ChangeEvent): boolean =>
      registry.aspects.get(aspectName)?.kind === 'versioned';
    // Also reads points, because the first one may create its entity.
    return poll(input, EVERY_CHANGE, work, async (changes) => ({
      events: (await withCreations(changes, work)).filter((change) => isKept(change) && isVersioned(change)),
      endedAt: undefined,
    }));
  },
});

function timeseriesAspects({ aspects }: EntityRegistry): readonly string[] {
  return [...aspects.values()].flatMap(({ kind, name }) => (kind === 'timeseries' ? [name] : []));
}

/** Events of changes; `endedAt`: the last change that was read, if not all were. */
interface FoundEvents<Event> {
  readonly events: readonly Event[];
  readonly endedAt: ChangeEvent | undefined;
}

async function poll<Event>(
  input: PollInput,
  filter: ChangeFilter,
  work: ProtectedWork,
  eventsOf: (changes: readonly ChangeEvent[]) => Promise<FoundEvents<Event>>,
): Promise<PolledPage<Event>> {
  const found: Event[] = [];
  let since = startOf(input, work);
  for (let count = 0, size = 0; ;) {
    const limit = Math.min(input.limit - count, READ_AT_ONCE);
    const { cursor, events: changes, isAtEnd, sequence } = await readKept({ since, filter, limit }, work);
    const { endedAt, events } = await eventsOf(changes);
    for (const event of events) found.push(event);
    if (endedAt?.cursor !== undefined) {
      return { cursor: endedAt.cursor, isAtEnd: false, sequence: endedAt.sequence, events: found };
    }
    count += changes.length;
    size += changes.reduce((sum, change) => sum + sizeOf(change), 0);
    since = cursor;
    if (
      isAtEnd ||
      changes.length === 0 ||
      count >= input.limit ||
      size > MOST_CHARACTERS ||
      found.length > MOST_EVENTS
    ) {
      return { cursor, isAtEnd, sequence, events: found };
    }
    await nextTurnOfRead();
  }
}

/** Reads a page; starts at the oldest kept change if its start is no longer kept. */
async function readKept(request: ChangeRequest, { scope, services }: ProtectedWork): Promise<ChangePage> {
  try {
    return await services.changes.read(request, scope);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    return services.changes.read({ ...request, since: error.oldestCursor }, scope);
  }
}

function startOf({ lookbackDays, offset }: PollInput, { settings }: ProtectedWork): string {
  if (offset === undefined) {
    if (lookbackDays === undefined) return 'now';
    return new Date(Math.max(0, settings.now() - lookbackDays * DAY_MS)).toISOString();
  }
  if (positionOf(offset) !== undefined) return offset;
  throw invalidRequest(
    `Parameter offsetId must be the offsetId of an earlier response, but it is '${offset}'. Omit it to start.`,
    undefined,
    because('CURSOR_INVALID'),
  );
}
