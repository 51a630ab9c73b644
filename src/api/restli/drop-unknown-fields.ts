import type { EntitySpec } from '../../model/entity-registry.ts';
import { knownFields } from '../../model/aspects/known-fields.ts';
import { shorten } from '../../util/printable.ts';
import type { JsonObject } from '../../util/json.ts';
import { noteWarning } from '../http/request-context.ts';

/** Maximum length of a path in a warning. */
const MAX_SHOWN = 200;

/**
 * Removes fields that this server does not know, which newer clients send, and notes a warning that names them.
 * Returns the value of an unknown aspect unchanged.
 */
export function dropUnknownFields(entity: EntitySpec, aspectName: string, value: JsonObject): JsonObject {
  const spec = entity.aspects.get(aspectName);
  if (spec === undefined) return value;
  const known = knownFields(spec, value);
  if (known.dropped.length === 0) return value;
  for (const path of known.dropped) {
    noteWarning(
      `Field ${shorten(path, MAX_SHOWN)} of ${aspectName} is not stored: this server does not know it. Check its name.`,
    );
  }
  return known.value;
}
