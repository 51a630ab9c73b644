import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Urn } from '../../model/urn.ts';
import type { Reading } from '../work.ts';
import { readEntities } from './read-entities.ts';

/**
 * The events, and before the first one of each new entity the event of its key aspect, which is derived and therefore in
 * the log only if it was written itself. An entity that was deleted since has none. An entity is new if it has the stamp
 * of the commit, so pages that part two commits of one actor in one millisecond may both tell of it.
 */
export async function withCreations(
  events: readonly ChangeEvent[],
  reading: Reading,
): Promise<readonly ChangeEvent[]> {
  const { registry } = reading.settings;
  const mayCreate = new Set(events.filter(({ before, kind }) => kind === 'UPSERT' && before === undefined));
  const urns = [...new Set([...mayCreate].map(({ urn }) => urn))];
  const keyOf = (entityType: string): string => registry.findEntity(entityType)?.keyAspect.name ?? '';
  const names = [...new Set([...mayCreate].map(({ entityType }) => keyOf(entityType)))];
  const found = await readEntities(urns, names, reading);
  const told = new Set<Urn>();
  return events.flatMap((event) => {
    const key = found.get(event.urn)?.get(keyOf(event.entityType));
    const isNew = key?.created.time === event.time && key.created.actor === event.actor;
    if (key === undefined || !isNew || !mayCreate.has(event) || told.has(event.urn)) return [event];
    told.add(event.urn);
    if (event.aspectName === key.aspectName) return [event];
    const { aspectName } = key;
    return [
      { ...event, aspectName, before: undefined, after: key, notKept: [], properties: undefined },
      event,
    ];
  });
}
