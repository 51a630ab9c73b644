import type { Aspect } from '../../../model/aspect.ts';
import type { ChangeEvent, PropertyChange } from '../../../model/changes/change-event.ts';
import type { ChangePage } from '../../../operations/changes/read-changes.ts';

/** Members of an event with their names in JSON. */
type Named<Member extends keyof ChangeEvent> = {
  readonly [
    One in Member as One extends 'actor' ? 'actorUrn' : One extends 'urn' ? 'entityUrn' : One
  ]: ChangeEvent[One];
};

/** Members before the values: all that are not named here, so that the compiler asks for a new one. */
type Head = Named<Exclude<keyof ChangeEvent, 'before' | 'after' | 'notKept' | 'properties' | 'cursor'>>;

/** JSON text of a page. */
export function pageJson({ cursor, events, isAtEnd }: ChangePage): string {
  return `{"cursor":${JSON.stringify(cursor)},"isAtEnd":${isAtEnd},"events":[${events.map(eventJson).join(',')}]}`;
}

/** JSON text of an event; values are copied as they are stored, which is faster and exact. */
export function eventJson(event: ChangeEvent): string {
  const { actor, after, aspectName, before, cursor, entityType, index, kind, runId, sequence, time, urn } =
    event;
  const head: Head = {
    sequence,
    index,
    time,
    actorUrn: actor,
    runId,
    kind,
    entityType,
    entityUrn: urn,
    aspectName,
  };
  const { notKept, properties } = event;
  const tail = { notKept: notKept.length > 0 ? notKept : undefined, properties: shown(properties), cursor };
  const values = `"before":${valueJson(before)},"after":${valueJson(after)}`;
  const rest = JSON.stringify(tail).slice(1, -1);
  return `${JSON.stringify(head).slice(0, -1)},${values}${rest === '' ? '' : `,${rest}`}}`;
}

function shown(
  properties: ChangeEvent['properties'],
): readonly Readonly<Record<keyof PropertyChange, unknown>>[] | undefined {
  return properties?.map(({ after = null, before = null, generation, propertyUrn }) => ({
    propertyUrn,
    generation,
    before,
    after,
  }));
}

function valueJson(aspect: Aspect | undefined): string {
  return aspect === undefined ? 'null' : aspect.text;
}
