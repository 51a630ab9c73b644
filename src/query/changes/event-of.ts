import { DEFAULT_RUN_ID, UNKNOWN_WRITE, type Aspect } from '../../model/aspect.ts';
import { derivedIfFit } from '../../model/aspects/derived-aspects.ts';
import { isSecretAspect, withoutSecret } from '../../model/aspects/secret-aspects.ts';
import { changedProperties, type ChangeEvent } from '../../model/changes/change-event.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { LogPosition, SeenChange } from '../../store/change-reader.ts';

/** An event before the other events of its commit are known. */
export interface CommittedEvent extends Omit<ChangeEvent, 'cursor'> {
  readonly position: LogPosition;
}

/** The event of a change; undefined when only secrets changed. Key aspects are derived from the urn. */
export function eventOf(change: SeenChange, registry: EntityRegistry): CommittedEvent | undefined {
  const shown = isSecretAspect(change.aspectName) ? withoutSecretValues(change) : withKey(change, registry);
  if (shown === undefined) return undefined;
  const { after, aspectName, before, changeType, created, index, notKept, position, runId, urn } = shown;
  return {
    urn,
    aspectName,
    position,
    sequence: position.sequence,
    index,
    ...created,
    runId: runId === DEFAULT_RUN_ID ? undefined : runId,
    kind: changeType,
    entityType: entityTypeOf(urn),
    before,
    after,
    notKept,
    properties:
      aspectName === STRUCTURED_PROPERTY.assignmentAspect
        ? changedProperties(before, after, shown.generations)
        : undefined,
  };
}

/** Undefined when nothing visible remains, or nothing visible changed. */
function withoutSecretValues(change: SeenChange): SeenChange | undefined {
  const before = change.before && withoutSecret(change.before);
  const after = change.after && withoutSecret(change.after);
  return before?.text === after?.text ? undefined : { ...change, before, after };
}

function withKey(change: SeenChange, registry: EntityRegistry): SeenChange {
  const spec = registry.findEntity(entityTypeOf(change.urn));
  if (spec === undefined || spec.keyAspect.name !== change.aspectName) return change;
  const origin = { ...UNKNOWN_WRITE, urn: change.urn, created: change.created };
  const key: Aspect | undefined = derivedIfFit(spec, origin, (name) => name === change.aspectName)?.[0];
  const [before, after] = change.changeType === 'DELETE' ? [key, undefined] : [undefined, key];
  return { ...change, before, after, notKept: [] };
}
