import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { invalidRequest } from '../../errors.ts';
import { together, type Declaration } from '../../operations/operation.ts';
import { suggestion } from '../../util/closest-name.ts';
import { parseLongJson } from '../../util/json/exact-json.ts';
import { asObject } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { methodNotAllowed, refuseOtherMethods } from '../http/refuse-other-methods.ts';
import { bodyOf, unsupportedMediaType } from '../http/request-body.ts';
import { nameOperation, requesterOf } from '../http/request-context.ts';
import { noteUnknownMembers, refuseUnknownMembers } from '../http/requests/unknown-members.ts';
import { conditionOf, conditional, refuseGuards } from '../http/requests/write-condition.ts';
import { WITH_TOKEN } from '../http/route-needs.ts';
import { ACTION_PARAMETERS, DELETING_ACTIONS } from './action-parameters.ts';
import { restliErrorForm } from './error-form.ts';
import { RestliParameters } from './parameters.ts';
import { sendAnswer, type ReadCall, type Resource, type RestliContext } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { parseUriValue } from './uri-value.ts';

/**
 * The Rest.li interface as a Fastify plugin, used by DataHub's CLI and ingestion. Actions are POSTs with their
 * parameters in the body. Reads are GETs, or, for queries too long for a URL, POSTs with `X-HTTP-Method-Override:
 * GET` and the query as body.
 */
export function restliRoutes(context: RestliContext): FastifyPluginAsync {
  return (app) => {
    app.setErrorHandler<FastifyError>((error, _request, reply) => reply.sendFailure(error, restliErrorForm));
    // curl's default, which users send with JSON, and the content type of tunnelled queries.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    // As in Rest.li, a body without a content type is JSON.
    app.removeContentTypeParser('*');
    app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
      if (request.headers['content-type'] === undefined) done(null, body);
      else done(unsupportedMediaType(request));
    });
    for (const resource of RESOURCES) resourceRoutes(app, context, resource);
    return Promise.resolve();
  };
}

function resourceRoutes(app: FastifyInstance, context: RestliContext, resource: Resource): void {
  const path = `/${resource.name}`;
  const read = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answerRead(context, resource, request, reply, queryOf(request));
  const post = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    isTunnelled(request)
      ? answerRead(context, resource, request, reply, tunnelledQuery(request))
      : answerAction(context, resource, request, reply);
  for (const url of [path, `${path}/*`]) {
    app.get(url, { config: { declared: declaredReads(resource) } }, read);
    app.post(url, conditional(WITH_TOKEN), post);
    refuseOtherMethods(app, url, ['GET', 'HEAD', 'POST']);
  }
}

/** A resource without reads refuses every GET. */
function declaredReads({ get, list }: Resource): Declaration {
  return together([get, list].flatMap((method) => method?.declared ?? []));
}

async function answerRead(
  context: RestliContext,
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string,
): Promise<FastifyReply> {
  const key = keyOf(request, resource);
  const handler = key === '' ? resource.list : resource.get;
  if (handler === undefined) {
    reply.header('Allow', 'POST');
    throw methodNotAllowed(`GET of /${resource.name}`, waysOf(resource));
  }
  const parameters = new RestliParameters(query);
  const call: ReadCall = { ...context, requester: requesterOf(request), key, parameters };
  return sendAnswer(reply, await handler.run(call));
}

async function answerAction(
  context: RestliContext,
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = new RestliParameters(queryOf(request)).requiredText('action');
  const action = Object.hasOwn(resource.actions, name) ? resource.actions[name] : undefined;
  if (action === undefined) {
    const names = Object.keys(resource.actions);
    const hint = suggestion(name, names) || ` Supported actions: ${names.join(', ')}.`;
    throw invalidRequest(`POST operation /${resource.name}?action=${name} not supported.${hint}`);
  }
  nameOperation([`POST /${resource.name}?action=${name}`]);
  if (action.takesConditions !== true) refuseGuards(request, `POST /${resource.name}?action=${name}`);
  const condition = action.takesConditions === true ? conditionOf(request) : undefined;
  const input = asObject(await inputOf(context, request), 'The body');
  checkParameters(`${resource.name}.${name}`, input);
  const call = { ...context, requester: requesterOf(request), input, condition };
  return sendAnswer(reply, await action.run(call));
}

function checkParameters(action: string, input: JsonObject): void {
  const known = ACTION_PARAMETERS[action] ?? [];
  if (DELETING_ACTIONS.has(action)) refuseUnknownMembers(input, known, 'The body');
  else noteUnknownMembers(input, known, 'The body');
}

/** The parameters of an action; a missing body means none. */
async function inputOf({ json }: RestliContext, request: FastifyRequest): Promise<JsonValue> {
  if (request.body === undefined || request.body === '') return {};
  return typeof request.body === 'string' ? parseLongJson(request.body, json) : bodyOf(request);
}

function waysOf(resource: Resource): readonly string[] {
  return Object.keys(resource.actions).map((name) => `POST /${resource.name}?action=${name}`);
}

function isTunnelled(request: FastifyRequest): boolean {
  const method = request.headers['x-http-method-override'];
  return typeof method === 'string' && method.toUpperCase() === 'GET';
}

function tunnelledQuery(request: FastifyRequest): string {
  if (typeof request.body === 'string') return request.body;
  throw invalidRequest(
    "A request with X-HTTP-Method-Override must have its query as body, with 'Content-Type: application/x-www-form-urlencoded'.",
  );
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start + 1);
}

/** The key in the path, decoded once; may contain unencoded slashes of a urn. */
function keyOf(request: FastifyRequest, { name }: Resource): string {
  const [path = ''] = request.url.split('?', 1);
  const key = parseUriValue(path.slice(name.length + 2).replaceAll('+', '%2B'));
  if (typeof key === 'string') return key;
  throw invalidRequest(`The key of /${name} in the path must be a single text.`);
}
