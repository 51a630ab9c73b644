import { GoneError, invalidRequest } from '../../errors.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { entityChangeEvents } from '../../model/changes/entity-change-events.ts';
import type { EntityChangeEvent } from '../../model/changes/entity-change-events.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import type { ChangeFilter, ChangePage, ChangeRequest } from '../../query/changes/change-query.ts';
import { positionOf } from '../../query/changes/cursor.ts';
import { createRelationshipDiffer } from '../../query/changes/relationship-changes.ts';
import type { RelationshipChange } from '../../query/changes/relationship-changes.ts';
import { platform } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import type { ProtectedWork } from '../work.ts';
import { withCreations } from './creations.ts';

const DAY_MS = 86_400_000;
/** Changes read at a time, and size of values after which a page ends early: one value may have many MB. */
const READ_AT_ONCE = 50;
const MOST_CHARACTERS = 8 * 1024 ** 2;
const EVERY_CHANGE: ChangeFilter = { entityTypes: [], aspects: [], urns: [], properties: [], runIds: [] };

/** Where a poll begins, and how much it reads. */
export interface PollInput {
  /** A cursor of the change feed; undefined: begins with the changes of `lookbackDays` ago, or at the end. */
  readonly offset: string | undefined;
  readonly lookbackDays: number | undefined;
  /** Number of changes after which the page ends, unless their values are large; those of one commit are never split. */
  readonly limit: number;
}

/** Events in log order, and where the next page begins. */
export interface PolledPage<Event> extends Pick<ChangePage, 'cursor' | 'isAtEnd' | 'sequence'> {
  readonly events: readonly Event[];
}

/** Which aspects the change log is read for. */
export interface ChangeLogInput extends PollInput {
  readonly kind: 'versioned' | 'timeseries';
}

/** DataHub's `RelationshipChangeEvent_v1`, with its names of members. */
export interface RelationshipChangeEvent extends RelationshipChange {
  readonly auditStamp: AuditStamp;
}

/** An event of DataHub's platform topic. */
export type PlatformEvent =
  | { readonly name: 'entityChangeEvent'; readonly event: EntityChangeEvent }
  | { readonly name: 'relationshipChangeEvent'; readonly event: RelationshipChangeEvent };

/**
 * The next events of what the caller may view: what changed in an entity, and which relationships it made and ended. An
 * offset that is not kept any more counts as the oldest one that is. Throws INVALID_REQUEST for a malformed offset.
 */
export const pollPlatformEvents = defineProtectedModelled({
  name: 'pollPlatformEvents',
  effect: 'read',
  needs: platform('GET_PLATFORM_EVENTS'),
  isLong: true,
  run: (input: PollInput, work): Promise<PolledPage<PlatformEvent>> => {
    const { registry } = work.settings;
    const relationshipsOf = createRelationshipDiffer(registry);
    return poll(input, EVERY_CHANGE, work, async (changes) => {
      const events = (await withCreations(changes, work)).flatMap((change): readonly PlatformEvent[] => {
        const entity = registry.findEntity(change.entityType);
        const { actor, time } = change;
        const auditStamp = { time, actor };
        return [
          ...(entity === undefined ? [] : entityChangeEvents(change, entity)).map(
            (event) => ({ name: 'entityChangeEvent', event }) as const,
          ),
          ...relationshipsOf(change).map(
            (link) => ({ name: 'relationshipChangeEvent', event: { ...link, auditStamp } }) as const,
          ),
        ];
      });
      return withVisibleEnds(events, work);
    });
  },
});

/** The events without those of relationships with an entity that the caller may not view. */
async function withVisibleEnds(
  events: readonly PlatformEvent[],
  { scope }: ProtectedWork,
): Promise<readonly PlatformEvent[]> {
  const ends = ({ event, name }: PlatformEvent): readonly Urn[] =>
    name === 'relationshipChangeEvent' ? [event.sourceUrn, event.destinationUrn] : [];
  await scope.settle([...new Set(events.flatMap(ends))]);
  return events.filter((event) => ends(event).every((urn) => scope.seesEntity(urn)));
}

/**
 * The next changes of aspects of one kind, with their values, as far as the caller may view them; offsets are those of
 * `pollPlatformEvents`. Without changes whose value is not kept any more: a later one has it, or the deletion.
 */
export const pollChangeLog = defineProtectedModelled({
  name: 'pollChangeLog',
  effect: 'read',
  needs: platform('GET_METADATA_CHANGE_LOG_EVENTS'),
  isLong: true,
  run: ({ kind, ...input }: ChangeLogInput, work): Promise<PolledPage<ChangeEvent>> => {
    const { registry } = work.settings;
    const isKept = (change: ChangeEvent): boolean => change.kind === 'DELETE' || change.after !== undefined;
    if (kind === 'timeseries') {
      const filter = { ...EVERY_CHANGE, aspects: timeseriesAspects(registry) };
      return poll(input, filter, work, (changes) => Promise.resolve(changes.filter(isKept)));
    }
    const isVersioned = ({ aspectName }: ChangeEvent): boolean =>
      registry.aspects.get(aspectName)?.kind === 'versioned';
    // Points are read, too, because the first one may create its entity.
    return poll(input, EVERY_CHANGE, work, async (changes) =>
      (await withCreations(changes, work)).filter((change) => isKept(change) && isVersioned(change)),
    );
  },
});

function timeseriesAspects({ aspects }: EntityRegistry): readonly string[] {
  return [...aspects.values()].flatMap(({ kind, name }) => (kind === 'timeseries' ? [name] : []));
}

async function poll<Event>(
  input: PollInput,
  filter: ChangeFilter,
  work: ProtectedWork,
  eventsOf: (changes: readonly ChangeEvent[]) => Promise<readonly Event[]>,
): Promise<PolledPage<Event>> {
  const changes: ChangeEvent[] = [];
  let since = startOf(input, work);
  for (let size = 0; ;) {
    const limit = Math.min(input.limit - changes.length, READ_AT_ONCE);
    const { cursor, events, isAtEnd, sequence } = await readKept({ since, filter, limit }, work);
    changes.push(...events);
    size += events.reduce((sum, event) => sum + sizeOf(event), 0);
    since = cursor;
    if (isAtEnd || events.length === 0 || changes.length >= input.limit || size > MOST_CHARACTERS) {
      return { cursor, isAtEnd, sequence, events: await eventsOf(changes) };
    }
  }
}

function sizeOf({ after, before }: ChangeEvent): number {
  return (after?.text.length ?? 0) + (before?.text.length ?? 0);
}

/** A page; from the oldest change that is kept, if its start is not. */
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
    `Parameter offsetId must be the offsetId of an earlier response, but it is '${offset}'. Leave it out to begin.`,
  );
}
