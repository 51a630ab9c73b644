import type { JsonObject } from '../../util/json.ts';
import type { AspectKey, AuditStamp } from '../aspect.ts';

/** One change of an aspect of an entity, with its values as a reader sees them. */
export interface AspectChange extends AspectKey {
  /** A deleted key aspect: the entity was deleted. An upserted one: it was created. */
  readonly changeType: 'UPSERT' | 'DELETE';
  /** Undefined for the first version, for a point of a timeseries, and when it is not kept any more. */
  readonly before: JsonObject | undefined;
  /** Undefined after a deletion. */
  readonly after: JsonObject | undefined;
  readonly created: AuditStamp;
}
