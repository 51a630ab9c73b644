import type { AspectKey } from '../../model/aspect.ts';
import type { JsonObject } from '../../util/json.ts';

/** An aspect to derive others from: the stored one, the key, or a point of a timeseries. */
export interface StoredSource extends AspectKey {
  readonly point?: JsonObject;
}
