import type { Aspect } from '../../../model/aspect.ts';
import type { ChangeEvent } from '../../../model/changes/change-event.ts';

/**
 * A change in the form of DataHub's `MetadataChangeLog`. Omits the type names of optional members, and does not
 * escape texts: DataHub's client garbles Avro's JSON, which maps bytes to Latin-1.
 */
export function changeLogValue(event: ChangeEvent): object {
  const { after, aspectName, before, entityType, kind, urn } = event;
  return {
    entityType,
    entityUrn: urn,
    changeType: kind,
    aspectName,
    ...(after !== undefined && { aspect: genericAspect(after), systemMetadata: after.systemMetadata }),
    ...(before !== undefined && {
      previousAspectValue: genericAspect(before),
      previousSystemMetadata: before.systemMetadata,
    }),
    created: { time: event.time, actor: event.actor },
  };
}

function genericAspect({ text }: Aspect): object {
  return { value: text, contentType: 'application/json' };
}
