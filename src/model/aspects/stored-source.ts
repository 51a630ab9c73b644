import type { AspectKey } from '../aspect.ts';
import type { Urn } from '../urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** An aspect to derive others from: the stored one, the key, or a point of a timeseries. */
export interface StoredSource extends AspectKey {
  readonly point?: JsonObject;
  /** Derives aspects of these entities only; absent: of all. */
  readonly targets?: ReadonlySet<Urn>;
}
