import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inputSchema } from '../../operations/input-schema.ts';
import type { DescribedOperation, Operation } from '../../operations/operation.ts';
import { wrongType } from '../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { QueryParameters } from '../http/query-parameters.ts';
import { bodyOf } from '../http/request-body.ts';
import { requesterOf } from '../http/request-context.ts';
import { runs } from '../http/route-needs.ts';

/** Description of a route in the OpenAPI document. */
export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path pattern, such as `/tokens/:id`. */
  readonly path: string;
  /** Unique among all routes; default: the name of the operation. */
  readonly id?: string;
  readonly summary: string;
  /** Query parameters, as in an OpenAPI document. */
  readonly parameters?: readonly JsonObject[];
  /** Status of success; default 200. */
  readonly success?: 200 | 201 | 202;
  /** Whether a read may answer 404; a write always may. */
  readonly mayMiss?: boolean;
  /** Whether a read may answer 410; a write always may. */
  readonly mayExpire?: boolean;
}

/** A route of Colophon's own, which runs one operation. */
export interface OwnRoute extends RouteDescription {
  readonly operation: DescribedOperation;
  /** JSON Schema of the body; absent: it has none. */
  readonly bodySchema?: JsonObject;
  /** Whether a missing body means an empty object. */
  readonly mayOmitBody?: boolean;
  /** Resolves to the body, or to undefined if it has answered. */
  readonly respond: (request: FastifyRequest, reply: FastifyReply) => Promise<object | string | undefined>;
}

/** How a route presents the output of an operation. */
interface Exposure<Output> extends Partial<Omit<RouteDescription, 'method' | 'path'>> {
  /** Members of the input that are fixed by the route. */
  readonly fixed?: JsonObject;
  /** Whether a missing body means an empty object. */
  readonly mayOmitBody?: boolean;
  /** Makes the response body from the output. Default: the output itself. `sent`: the input. */
  readonly present?: (output: Output, sent: JsonObject) => object | Promise<object>;
  /** Makes the response in place of `present`; decides whether to run the operation. */
  readonly around?: (run: () => Promise<Output>, sent: JsonObject, query: QueryParameters) => Promise<object>;
}

/**
 * A route, such as `POST /webhooks/:id/test`, that runs an operation. The path parameters and the body (or, without a
 * body, the query) are its input.
 */
export function exposed<Raw, Input, Output>(
  line: `${RouteDescription['method']} /${string}`,
  operation: Operation<Raw, Input, Output>,
  { around, fixed = {}, mayOmitBody, present = asAnswer, ...route }: Exposure<Output> = {},
): OwnRoute {
  const [method, path] = line.split(' ') as [RouteDescription['method'], string];
  const schema = inputSchema(operation) as InputSchema;
  const { properties = {} } = schema;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const known = new Set([...inPath, ...Object.keys(fixed)]);
  const others = Object.entries(properties).filter(([name]) => !known.has(name));
  const required = schema.required?.filter((name) => !known.has(name)) ?? [];
  const hasBody = others.length > 0 && (method === 'POST' || method === 'PUT');
  const inQuery = hasBody ? [] : others;
  const parameters = [
    ...inQuery.map(([name, { description, ...of }]): JsonObject => ({
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: of,
    })),
    ...(route.parameters ?? []),
  ];
  const body = {
    ...schema,
    properties: Object.fromEntries(others),
    // OpenAPI forbids an empty list.
    required: required.length > 0 ? required : undefined,
  };
  const sentBy = (request: FastifyRequest, query: QueryParameters): JsonObject => {
    const named = inPath.map((name) => [name, read(namedIn(request, name), properties[name])]);
    const asked = inQuery.map(([name, of]) => [name, readFrom(query, name, of)]);
    const sent = hasBody ? sentIn(request, mayOmitBody) : {};
    if (!isJsonObject(sent)) throw wrongType('The request body', 'a JSON object', sent);
    return { ...sent, ...(Object.fromEntries([...named, ...asked]) as JsonObject), ...fixed };
  };
  return {
    summary: operation.summary,
    ...route,
    method,
    path,
    operation,
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { bodySchema: body }),
    ...(mayOmitBody !== undefined && { mayOmitBody }),
    respond: async (request) => {
      const query = new QueryParameters(request);
      const sent = sentBy(request, query);
      // The operation parses it.
      const run = (): Promise<Output> => requesterOf(request).run(operation, sent as Raw);
      return around === undefined ? present(await run(), sent) : around(run, sent, query);
    },
  };
}

/** The output of an operation without `present` is an object. */
function asAnswer(output: unknown): object {
  return output as object;
}

interface InputSchema extends JsonObject {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** The value of a path parameter: a number of at most 15 digits if the schema says so, else a text. */
function read(text: string, schema: JsonObject | undefined): JsonValue {
  return isNumber(schema) && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function readFrom(query: QueryParameters, name: string, schema: JsonObject): JsonValue | undefined {
  if (schema['type'] === 'array') return query.all(name);
  return isNumber(schema) ? query.count(name) : query.text(name);
}

function isNumber(schema: JsonObject | undefined): boolean {
  return schema?.['type'] === 'number' || schema?.['type'] === 'integer';
}

/** Adds the route to the server. */
export function addOwnRoute(app: FastifyInstance, route: OwnRoute): void {
  const { method, operation, path, respond, success = 200 } = route;
  app.route({
    method,
    url: path,
    ...runs(operation),
    handler: async (request, reply) => {
      const answer = await respond(request, reply);
      return answer === undefined ? reply : reply.code(success).send(answer);
    },
  });
}

function sentIn(request: FastifyRequest, mayBeMissing = false): ReturnType<typeof bodyOf> {
  return mayBeMissing && request.body === undefined ? {} : bodyOf(request);
}

function namedIn({ params }: FastifyRequest, parameter: string): string {
  return (params as Readonly<Record<string, string>>)[parameter] ?? '';
}
