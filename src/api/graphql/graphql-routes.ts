import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';
import type { WorkTracer } from '../../tracing.ts';
import type { RequestFailure } from '../http/dependencies.ts';
import { errorForm } from '../http/error-form.ts';
import { OnlyInMainThread, onlyInMainThread } from '../../operations/only-in-main.ts';
import { WITH_TOKEN } from '../http/route-needs.ts';
import { requesterOf } from '../http/request-context.ts';
import { buildCatalogSchema } from './catalog-schema.ts';
import type { GraphqlSettings } from './context/graphql-context.ts';
import { graphiqlRoutes } from './graphiql/graphiql-routes.ts';
import { GraphqlHandler } from './server/handler.ts';
import type { AnswerForm } from './server/handler.ts';
import { DEFAULT_LIMITS } from './server/limits.ts';
import type { GraphqlLimits } from './server/limits.ts';

export interface GraphqlDependencies extends GraphqlSettings {
  /** Overrides of the default limits. */
  readonly limits?: Partial<GraphqlLimits>;
  /** Reports a failure that the client did not cause. */
  readonly reportFailure: (failure: RequestFailure) => void;
  /** Absent when tracing is off. */
  readonly tracer?: WorkTracer | undefined;
}

const PATHS = ['/api/graphql', '/api/v2/graphql'] as const;
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const CONTENT_TYPES = {
  datahub: 'application/json;charset=utf-8',
  standard: 'application/graphql-response+json;charset=utf-8',
} as const;

/**
 * Fastify plugin for the GraphQL endpoint (`POST /api/graphql`, `/api/v2/graphql`) and GraphiQL (`/api/graphiql`).
 * Requests to the endpoint must be authenticated before.
 */
export function graphqlRoutes(dependencies: GraphqlDependencies): FastifyPluginAsync {
  const limits = { ...DEFAULT_LIMITS, ...dependencies.limits };
  const handler = new GraphqlHandler(buildCatalogSchema(), dependencies, limits, dependencies.tracer);
  return async (server) => {
    graphiqlRoutes(server);
    await server.register((endpoint, _options, done) => {
      takeBodiesAsText(endpoint);
      for (const path of PATHS) {
        endpoint.post(path, WITH_TOKEN, (request, reply) => answer(handler, dependencies, request, reply));
        endpoint.route({
          ...{ method: OTHER_METHODS, url: path, handler: refuseMethod },
          config: { ...WITH_TOKEN.config, refuses: true },
        });
      }
      done();
    });
  };
}

/** Accepts any content type as JSON, as DataHub does; the endpoint reports invalid JSON in its own form. */
function takeBodiesAsText(endpoint: FastifyInstance): void {
  endpoint.removeAllContentTypeParsers();
  endpoint.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

async function answer(
  handler: GraphqlHandler,
  { reportFailure }: GraphqlDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = typeof request.body === 'string' ? request.body : '';
  const form = answerForm(request);
  const left = { toMain: false };
  const report = (error: unknown): void => {
    if (error instanceof OnlyInMainThread) {
      left.toMain = true;
      return;
    }
    const { id, method, url } = request;
    reportFailure({ requestId: id, method, path: url.split('?', 1)[0] ?? '', error });
  };
  const failure = { requestId: request.id, report };
  const { status, body } = await handler.answer(text, requesterOf(request), failure, form);
  if (left.toMain) onlyInMainThread();
  return reply.code(status).header('Content-Type', CONTENT_TYPES[form]).send(body);
}

/** `standard` if the Accept header names the GraphQL media type, else `datahub`; wildcards do not count. */
function answerForm({ headers }: FastifyRequest): AnswerForm {
  return headers.accept?.includes('application/graphql-response+json') === true ? 'standard' : 'datahub';
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `${request.method} is not supported here. Send the query with POST, as JSON.`;
  const { status, body } = errorForm(new CatalogError('METHOD_NOT_ALLOWED', message));
  return reply.code(status).header('Allow', 'POST').send(body);
}
