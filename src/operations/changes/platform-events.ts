import type { AuditStamp } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { entityChangeEvents, type EntityChangeEvent } from '../../model/changes/entity-change-events.ts';
import { MAX_COLUMN_PAIRS } from '../../model/relationships/column-links.ts';
import type { Urn } from '../../model/urn.ts';
import {
  createRelationshipDiffer,
  type RelationshipChange,
} from '../../query/changes/relationship-changes.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Reading } from '../work.ts';
import { withCreations } from './creations.ts';
import { runParents } from './run-parents.ts';

/** DataHub's `RelationshipChangeEvent_v1`, with its names of members. */
export interface RelationshipChangeEvent extends RelationshipChange {
  readonly auditStamp: AuditStamp;
}

/** An event of DataHub's platform topic. */
export type PlatformEvent =
  | { readonly name: 'entityChangeEvent'; readonly event: EntityChangeEvent }
  | { readonly name: 'relationshipChangeEvent'; readonly event: RelationshipChangeEvent };

/** Number of events after which a page ends with the commit. */
export const MOST_EVENTS = 20_000;

/** Events of changes, and the last change if they end early; undefined: events of all changes. */
export interface PlatformEvents {
  readonly events: readonly PlatformEvent[];
  readonly endedAt: ChangeEvent | undefined;
}

/**
 * The platform events of changes, in their order; those of an entity before those of its relationships. Ends with the
 * first commit after which there are more than `MOST_EVENTS`. Of one change, at most `MAX_COLUMN_PAIRS` relationships.
 */
export async function platformEvents(
  changes: readonly ChangeEvent[],
  reading: Reading,
): Promise<PlatformEvents> {
  const { registry } = reading.settings;
  const runs = changes.filter(({ aspectName }) => aspectName === 'dataProcessInstanceRunEvent');
  const parents = await runParents([...new Set(runs.map(({ urn }) => urn))], reading);
  const relationshipsOf = createRelationshipDiffer(registry);
  const events: PlatformEvent[] = [];
  const all = await withCreations(changes, reading);
  for (const [i, change] of all.entries()) {
    const { actor, cursor, entityType, sequence, time, urn } = change;
    const entity = registry.findEntity(entityType);
    for (const event of entity === undefined ? [] : entityChangeEvents(change, entity)) {
      if (isTurnOver()) await nextTurnOfRead();
      if (event === undefined) continue;
      events.push({ name: 'entityChangeEvent', event: withParents(event, parents.get(urn)) });
    }
    let relationships = 0;
    for (const link of relationshipsOf(change)) {
      if (isTurnOver()) await nextTurnOfRead();
      if (link === undefined) continue;
      events.push({ name: 'relationshipChangeEvent', event: { ...link, auditStamp: { time, actor } } });
      if (++relationships === MAX_COLUMN_PAIRS) break;
    }
    const isLast = cursor !== undefined && all[i + 1]?.sequence !== sequence;
    if (isLast && events.length > MOST_EVENTS) {
      return { events: await withVisibleEnds(events, reading), endedAt: change };
    }
  }
  return { events: await withVisibleEnds(events, reading), endedAt: undefined };
}

function withParents(event: EntityChangeEvent, parents: JsonObject | undefined): EntityChangeEvent {
  if (parents === undefined || event.category !== 'RUN') return event;
  return { ...event, parameters: { ...event.parameters, ...parents } };
}

/** The events, without those of relationships to entities that the caller may not view. */
async function withVisibleEnds(
  events: readonly PlatformEvent[],
  { scope }: Reading,
): Promise<readonly PlatformEvent[]> {
  const ends = ({ event, name }: PlatformEvent): readonly Urn[] =>
    name === 'relationshipChangeEvent' ? [event.sourceUrn, event.destinationUrn] : [];
  await scope.settle([...new Set(events.flatMap(ends))]);
  return events.filter((event) => ends(event).every((urn) => scope.seesEntity(urn)));
}
