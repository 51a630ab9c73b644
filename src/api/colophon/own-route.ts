import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GenericSchema } from 'valibot';
import type { DescribedOperation } from '../../operations/operation.ts';
import type { Requester } from '../../operations/requester.ts';
import type { JsonObject } from '../../util/json.ts';
import { QueryParameters } from '../http/query-parameters.ts';
import { bodyOf } from '../http/request-body.ts';
import { requesterOf } from '../http/request-context.ts';
import { runs } from '../http/route-needs.ts';
import { OBJECT, readBody } from './body-shapes.ts';

/** What documentation says of a route. */
export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters as in `/tokens/:id`. */
  readonly path: string;
  /** Unique among all routes; default: the name of the operation. */
  readonly id?: string;
  readonly summary: string;
  /** Of the query, as in an OpenAPI document. */
  readonly parameters?: readonly JsonObject[];
  /** Status of success; default 200. */
  readonly success?: 200 | 201 | 202;
  /** Whether what the path names may be missing. */
  readonly mayMiss?: boolean;
}

/** A request of a route. */
interface Call<Body> {
  readonly requester: Requester;
  readonly body: Body;
  readonly query: QueryParameters;
  /** The parameter in the path. */
  readonly named: (parameter: string) => string;
}

/** A route that runs one operation. */
interface RouteParts<Body> extends RouteDescription {
  readonly operation: DescribedOperation;
  /** Absent: it has none. */
  readonly body?: GenericSchema<unknown, Body>;
  /** Whether a missing body means an empty object. */
  readonly mayOmitBody?: boolean;
  readonly answer: (call: Call<Body>) => Promise<object>;
}

/** A route of Colophon's own. */
export interface OwnRoute extends Omit<RouteParts<unknown>, 'body' | 'answer'> {
  /** JSON Schema of the body; absent: it has none. */
  readonly bodySchema?: JsonObject;
  /** Resolves to the body, or to undefined if it has answered. */
  readonly respond: (request: FastifyRequest, reply: FastifyReply) => Promise<object | string | undefined>;
}

/** Defines a route. */
export function ownRoute<Body = undefined>({ answer, body, ...route }: RouteParts<Body>): OwnRoute {
  return {
    ...route,
    ...(body !== undefined && { bodySchema: schemaOf(body) }),
    respond: async (request) =>
      answer({
        requester: requesterOf(request),
        // Without a shape, `Body` is undefined.
        body: (body && readBody(body, sentIn(request, route.mayOmitBody))) as Body,
        query: new QueryParameters(request),
        named: (parameter) => namedIn(request, parameter),
      }),
  };
}

/** Adds the route to the server. */
export function addOwnRoute(app: FastifyInstance, route: OwnRoute): void {
  const { method, operation, path, respond, success = 200 } = route;
  app.route({
    ...{ method, url: path, ...runs(operation) },
    handler: async (request, reply) => {
      const answer = await respond(request, reply);
      return answer === undefined ? reply : reply.code(success).send(answer);
    },
  });
}

function schemaOf(shape: GenericSchema): JsonObject {
  const { $schema: _draft, ...schema } = toJsonSchema(shape, {
    ...{ target: 'openapi-3.0', typeMode: 'input' },
    overrideSchema: ({ valibotSchema }) => (valibotSchema === OBJECT ? { type: 'object' } : undefined),
  });
  // OpenAPI forbids an empty list of required members. A JSON Schema is JSON.
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'required' && Array.isArray(value) && value.length === 0 ? undefined : value,
  ) as JsonObject;
}

function sentIn(request: FastifyRequest, mayBeMissing = false): ReturnType<typeof bodyOf> {
  return mayBeMissing && request.body === undefined ? {} : bodyOf(request);
}

function namedIn({ params }: FastifyRequest, parameter: string): string {
  return (params as Readonly<Record<string, string>>)[parameter] ?? '';
}
