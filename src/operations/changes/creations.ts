import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Urn } from '../../model/urn.ts';
import type { Reading } from '../work.ts';
import { readEntities } from './read-entities.ts';

/**
 * Inserts the event of the key aspect before the first event of each new entity: the key aspect is derived, so it is
 * in the log only if it was written explicitly. Entities deleted later get none. An entity is new if its stamp is
 * that of the commit, so if two commits of one actor in one millisecond are on different pages, both pages may have
 * the event.
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
  const created = new Set<Urn>();
  return events.flatMap((event) => {
    const key = found.get(event.urn)?.get(keyOf(event.entityType));
    const isNew = key?.created.time === event.time && key.created.actor === event.actor;
    if (key === undefined || !isNew || !mayCreate.has(event) || created.has(event.urn)) return [event];
    created.add(event.urn);
    if (event.aspectName === key.aspectName) return [event];
    const { aspectName } = key;
    return [
      { ...event, aspectName, before: undefined, after: key, notKept: [], properties: undefined },
      event,
    ];
  });
}
