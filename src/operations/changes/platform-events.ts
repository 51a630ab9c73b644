import type { AuditStamp } from '../../model/aspect.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { entityChangeEvents } from '../../model/changes/entity-change-events.ts';
import type { EntityChangeEvent } from '../../model/changes/entity-change-events.ts';
import type { Urn } from '../../model/urn.ts';
import { createRelationshipDiffer } from '../../query/changes/relationship-changes.ts';
import type { RelationshipChange } from '../../query/changes/relationship-changes.ts';
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

/** The platform events of changes, in their order; those of an entity before those of its relationships. */
export async function platformEvents(
  changes: readonly ChangeEvent[],
  reading: Reading,
): Promise<readonly PlatformEvent[]> {
  const { registry } = reading.settings;
  const runs = changes.filter(({ aspectName }) => aspectName === 'dataProcessInstanceRunEvent');
  const parents = await runParents([...new Set(runs.map(({ urn }) => urn))], reading);
  const relationshipsOf = createRelationshipDiffer(registry);
  const events = (await withCreations(changes, reading)).flatMap((change): readonly PlatformEvent[] => {
    const { actor, entityType, time, urn } = change;
    const entity = registry.findEntity(entityType);
    return [
      ...(entity === undefined ? [] : entityChangeEvents(change, entity)).map(
        (event) => ({ name: 'entityChangeEvent', event: withParents(event, parents.get(urn)) }) as const,
      ),
      ...relationshipsOf(change).map(
        (link) =>
          ({ name: 'relationshipChangeEvent', event: { ...link, auditStamp: { time, actor } } }) as const,
      ),
    ];
  });
  return withVisibleEnds(events, reading);
}

function withParents(event: EntityChangeEvent, parents: JsonObject | undefined): EntityChangeEvent {
  if (parents === undefined || event.category !== 'RUN') return event;
  return { ...event, parameters: { ...event.parameters, ...parents } };
}

/** The events without those of relationships with an entity that the caller may not view. */
async function withVisibleEnds(
  events: readonly PlatformEvent[],
  { scope }: Reading,
): Promise<readonly PlatformEvent[]> {
  const ends = ({ event, name }: PlatformEvent): readonly Urn[] =>
    name === 'relationshipChangeEvent' ? [event.sourceUrn, event.destinationUrn] : [];
  await scope.settle([...new Set(events.flatMap(ends))]);
  return events.filter((event) => ends(event).every((urn) => scope.seesEntity(urn)));
}
