import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';
import type { WorkTracer } from '../../tracing.ts';
import type { RequestFailure } from '../http/dependencies.ts';
import type { ByteBudget } from '../http/limits/byte-budget.ts';
import type { AnswerPlainPost } from '../http/fast-path/plain-posts.ts';
import { errorForm } from '../http/error-form.ts';
import { OnlyInMainThread, onlyInMainThread } from '../../operations/only-in-main.ts';
import { WITH_TOKEN } from '../http/route-needs.ts';
import { requesterOf } from '../http/request-context.ts';
import { catalogSchema } from './catalog-schema.ts';
import type { GraphqlSettings } from './context/graphql-context.ts';
import { graphiqlRoutes } from './graphiql/graphiql-routes.ts';
import { GraphqlHandler, type AnswerForm } from './server/handler.ts';
import { DEFAULT_LIMITS, type GraphqlLimits } from './server/limits.ts';

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
 * Requests to the endpoint must already be authenticated.
 */
export function graphqlRoutes(dependencies: GraphqlDependencies): FastifyPluginAsync {
  const limits = { ...DEFAULT_LIMITS, ...dependencies.limits };
  let built: GraphqlHandler | undefined;
  const handler = (): GraphqlHandler =>
    (built ??= new GraphqlHandler(catalogSchema(), dependencies, limits, dependencies.tracer));
  return async (server) => {
    const answer = answerWith(handler, server.answers, dependencies);
    // Building the schema takes a tenth of a second. The server listens before that; a reading thread starts after it.
    if (dependencies.onlyReads === true) handler();
    else
      server.addHook('onListen', (done) => {
        setImmediate(handler);
        done();
      });
    graphiqlRoutes(server);
    await server.register((endpoint, _options, done) => {
      takeBodiesAsText(endpoint);
      for (const path of PATHS) {
        endpoint.post(path, WITH_TOKEN, async (request, reply) => {
          const text = typeof request.body === 'string' ? request.body : '';
          const { status, contentType, body } = await answer(request, text, reply.raw);
          return reply.code(status).header('Content-Type', contentType).send(body);
        });
        endpoint.plainPosts.set(path, answer);
        endpoint.route({
          method: OTHER_METHODS,
          url: path,
          handler: refuseMethod,
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

/** Answers a request from its body, for Fastify and for the fast path. */
function answerWith(
  handler: () => GraphqlHandler,
  answers: ByteBudget,
  { reportFailure }: GraphqlDependencies,
): AnswerPlainPost {
  return async (request, text, client) => {
    const form = answerForm(request);
    const left = { toMain: false };
    const report = (error: unknown): void => {
      if (error instanceof OnlyInMainThread) {
        left.toMain = true;
        return;
      }
      const { id, method, requester: caller, url } = request;
      reportFailure({
        requestId: id,
        actor: caller?.actor.urn,
        method,
        path: url.split('?', 1)[0] ?? '',
        error,
      });
    };
    const failure = { requestId: request.id, report };
    const requester = requesterOf(request);
    // Only a long response takes a share of the budget.
    const take = (characters: number): void => answers.shareOf(client, requester.actor.urn).take(characters);
    const { status, body } = await handler().answer(text, requester, failure, { form, client, take });
    if (left.toMain) onlyInMainThread();
    return { status, contentType: CONTENT_TYPES[form], body };
  };
}

/** `standard` if the Accept header names the GraphQL media type, else `datahub`; wildcards do not count. */
function answerForm({ headers }: Pick<FastifyRequest, 'headers'>): AnswerForm {
  return headers.accept?.includes('application/graphql-response+json') === true ? 'standard' : 'datahub';
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `${request.method} is not supported here. Send the query with POST, as JSON.`;
  const { status, body } = errorForm(new CatalogError('METHOD_NOT_ALLOWED', message));
  return reply.code(status).header('Allow', 'POST').send(body);
}
