import { limitAnswerTime } from './limits/answer-timeout.ts';
import { authenticateRequests } from './sessions/authentication.ts';
import { awaitCommits } from './answers/awaited-commit.ts';
import { compressAnswers } from './answers/compress-answers.ts';
import { withoutBasePath } from './requests/base-path.ts';
import { ANSWERS, BODIES, ByteBudget } from './limits/byte-budget.ts';
import { answerBrokenRequest } from './limits/broken-request.ts';
import { configRoute } from './config-route.ts';
import { decodeBodies } from './requests/decode-body.ts';
import type { HttpDependencies } from './dependencies.ts';
import { answerErrors, sendError } from './answers/error-handler.ts';
import { healthRoutes } from './health-routes.ts';
import { limitConnections } from './limits/limit-connections.ts';
import { serverLimits } from './limits/limits.ts';
import { logRequests } from './requests/log-requests.ts';
import { openFastPath } from './fast-path/fast-path.ts';
import { collectPlainPosts } from './fast-path/plain-posts.ts';
import { loginRoute } from './sessions/login-route.ts';
import { metricsRoute } from './metrics-route.ts';
import { oidcRoutes } from './sessions/oidc-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { checkQueryEncoding } from './query-parameters.ts';
import { actorLimit, limitActors } from './limits/rate-limits.ts';
import { refuseMissingMethods } from './refuse-other-methods.ts';
import { requireRouteNeeds } from './route-needs.ts';
import { readBodiesExactly } from './request-body.ts';
import { answerRequestIds, requestIds } from './requests/request-ids.ts';
import { refuseIgnoredGuards } from './requests/write-condition.ts';
import { recordOrigins } from './requests/request-origin.ts';
import { NO_SCHEMA_COMPILERS } from './schema-compilers.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { discardRefusedBodies } from './limits/refused-bodies.ts';
import { cutOffSlowReaders } from './limits/slow-readers.ts';
import { leaveClosingToThreads } from './threads/forwarded-requests.ts';
import { traceRequests } from './requests/trace-requests.ts';
import { serializeInSteps } from './answers/serialize-in-steps.ts';
import { showWarnings } from './answers/warnings-header.ts';
import { markWrites } from './answers/write-answer.ts';
import { answerPages, webRoutes } from './web/web-routes.ts';

import fastify, { type FastifyInstance } from 'fastify';

/** Maximum length of a path segment; longer than any request line, so that no urn is too long to route. */
const MAX_PATH_PART = 65_536;

/**
 * Creates the HTTP server, ready to listen. Hooks run in the order in which they are added here. `fast-path/` repeats
 * the effect of each hook on ordinary GraphQL requests.
 */
export function createHttpServer(deps: HttpDependencies): FastifyInstance {
  const idOf = requestIds(deps.randomHex);
  const limit = actorLimit(deps);
  const bodies = new ByteBudget(deps.limits.bodiesBytes, BODIES);
  const answers = new ByteBudget(deps.limits.answersBytes, ANSWERS);
  const app = fastify({
    ...serverLimits(deps.limits),
    forceCloseConnections: 'idle',
    schemaController: NO_SCHEMA_COMPILERS,
    // During shutdown, requests on open connections are answered normally.
    return503OnClosing: false,
    genReqId: idOf,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps.limits),
    trustProxy: [...deps.trustedProxies],
    rewriteUrl: (request) => withoutBasePath(request.url ?? '/'),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply, deps);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PART },
  });
  // First: later hooks see the bytes that are sent, and their number.
  app.decorate('answers', answers);
  serializeInSteps(app, answers);
  compressAnswers(app);
  cutOffSlowReaders(app, deps.limits);
  discardRefusedBodies(app);
  answerRequestIds(app);
  traceRequests(app, deps);
  logRequests(app, deps);
  answerErrors(app, deps);
  limitAnswerTime(app, deps);
  sendSecurityHeaders(app);
  answerPages(app, deps);
  awaitCommits(app, deps);
  authenticateRequests(app, deps);
  limitActors(app, limit);
  recordOrigins(app, deps);
  checkQueryEncoding(app);
  refuseIgnoredGuards(app);
  decodeBodies(app, bodies);
  readBodiesExactly(app, deps.limits.json);
  markWrites(app, deps);
  showWarnings(app);
  leaveClosingToThreads(app);
  requireRouteNeeds(app);
  collectPlainPosts(app);
  const refuseTheRest = refuseMissingMethods(app);
  healthRoutes(app, deps);
  metricsRoute(app, deps);
  configRoute(app, deps);
  loginRoute(app, deps);
  sessionRoutes(app, deps);
  oidcRoutes(app, deps);
  pageRoutes(app, deps);
  webRoutes(app, deps);
  for (const protocol of deps.protocols) void app.register(protocol);
  refuseTheRest();
  openFastPath(app, { deps, idOf, limit, bodies });
  limitConnections(app, deps.limits, deps.connectionCounts);
  return app;
}
