import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Aspect } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import type { FacetResult } from '../../operations/search/count-facets.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** One aspect of a request body, not validated. */
export interface AspectItem {
  readonly value: JsonValue | undefined;
  readonly systemMetadata?: JsonValue | undefined;
  readonly headers?: JsonValue | undefined;
  /** Set if the value is the whole element instead of its member `value`; decides the paths in errors. */
  readonly isBare?: true;
}

/** One page of a list, its entities as JSON text. */
export interface EntityPage {
  readonly scrollId: string | undefined;
  readonly total: number;
  readonly entities: readonly string[];
  /** Undefined if not requested. */
  readonly facets: readonly FacetResult[] | undefined;
}

/** The differences between version 2 and version 3 of the REST interface. */
export interface Dialect {
  /** Path prefix of all routes of the version. */
  readonly basePath: string;
  /** Default of `createIfNotExists` for a POST of one aspect. */
  readonly createsByDefault: boolean;
  /** Whether the response to an asynchronous batch contains the written aspects, not only urns. */
  readonly answersAsyncWrites: boolean;
  /** The object with the aspects of a batch element; throws INVALID_REQUEST when it is missing. */
  aspectsOf(element: JsonObject, at: string): JsonObject;
  /** Reads the body of a POST of one aspect. */
  aspectItemOf(body: JsonValue): AspectItem;
  /** JSON text of an entity. */
  entityJson(urn: Urn, aspects: Iterable<Aspect>, withSystemMetadata: boolean): string;
  /** JSON text of the response to a GET of one aspect. */
  aspectJson(aspect: Aspect, withSystemMetadata: boolean): string;
  /** JSON text of a page of entities. */
  pageJson(page: EntityPage): string;
}

/** Dependencies of the routes of one version. */
export interface RouteContext {
  readonly registry: EntityRegistry;
  readonly dialect: Dialect;
}

/** Answers a request for the target in its path, such as an entity. */
export type Handler<Target> = (
  context: RouteContext,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;
