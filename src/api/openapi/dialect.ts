import type { Aspect } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import type { FacetResult } from './catalog-types.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** One aspect of a request body, still as it came. */
export interface AspectItem {
  readonly value: JsonValue | undefined;
  readonly systemMetadata?: JsonValue | undefined;
  readonly headers?: JsonValue | undefined;
}

/** One page of a list, its entities as JSON text. */
export interface EntityPage {
  readonly scrollId: string | undefined;
  readonly total: number;
  readonly entities: readonly string[];
  /** Counted values, if they were asked for. */
  readonly facets: readonly FacetResult[] | undefined;
}

/** Where the second and the third version of the REST interface differ; everything else is common to both. */
export interface Dialect {
  /** Path that all routes of the version start with. */
  readonly basePath: string;
  /** Whether a POST of one aspect that does not say `createIfNotExists` only creates. */
  readonly createsByDefault: boolean;
  /** Whether an asynchronous batch answers what it wrote besides the urns. */
  readonly answersAsyncWrites: boolean;
  /** Where the aspects of an element of a batch are; throws INVALID_REQUEST when they are missing. */
  aspectsOf(element: JsonObject, at: string): JsonObject;
  /** Body of a POST of one aspect. */
  aspectItemOf(body: JsonValue): AspectItem;
  /** JSON text of an entity. */
  entityJson(urn: Urn, aspects: Iterable<Aspect>, withSystemMetadata: boolean): string;
  /** JSON text that answers a GET of one aspect. */
  aspectJson(aspect: Aspect, withSystemMetadata: boolean): string;
  /** JSON text of a page of entities. */
  pageJson(page: EntityPage): string;
}

/** What the routes of one version work with. */
export interface RouteContext {
  readonly registry: EntityRegistry;
  readonly dialect: Dialect;
}
