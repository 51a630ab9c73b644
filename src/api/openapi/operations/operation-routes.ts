import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import { getConsumerLag } from '../../../operations/maintenance/get-consumer-lag.ts';
import { repairIndex } from '../../../operations/maintenance/repair-index.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { requesterOf } from '../../http/request-context.ts';
import { WITH_TOKEN, runs } from '../../http/route-needs.ts';

const BASE = '/openapi/operations';

const CALLER = `${BASE}/identity/user/urn`;

/** Path of throttling by queue length; there is no queue, so it never throttles. */
const THROTTLE = `${BASE}/throttle/requests`;

/** Names of DataHub's consumers. */
const CONSUMERS = ['mcp', 'mcl', 'mcl-timeseries'] as const;

/**
 * `/openapi/operations`: maintenance. Serves consumer lag and throttling, which scripts poll, and the caller's urn.
 * DataHub's operations for Elasticsearch, Kafka and Kubernetes answer 404 with the reason.
 */
export function operationRoutes(app: FastifyInstance): void {
  for (const consumer of CONSUMERS) {
    const lag = `${BASE}/messaging/${consumer}/consumer/lag`;
    app.get(lag, runs(getConsumerLag), (request) => requesterOf(request).run(getConsumerLag, {}));
    refuseOtherMethods(app, lag, ['GET', 'HEAD']);
  }
  app.get(THROTTLE, runs(getConsumerLag), async (request) => {
    await requesterOf(request).run(getConsumerLag, {});
    return {};
  });
  refuseOtherMethods(app, THROTTLE, ['GET', 'HEAD']);
  app.get(CALLER, WITH_TOKEN, (request) => ({ urn: requesterOf(request).actor.urn }));
  refuseOtherMethods(app, CALLER, ['GET', 'HEAD']);
  const restore = `${BASE}/elasticSearch/restoreIndices`;
  app.route({
    url: restore,
    method: ['GET', 'POST'],
    exposeHeadRoute: false,
    config: { ...runs(repairIndex).config, changes: true },
    handler: async (request, reply) => reply.code(202).send(await restoreIndices(request)),
  });
  refuseOtherMethods(app, restore, ['GET', 'POST']);
  app.route({
    url: `${BASE}/*`,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    ...WITH_TOKEN,
    handler: ({ url }) => {
      throw notHere(url.slice(BASE.length + 1).split(/[/?]/)[0] ?? '');
    },
  });
}

/** Starts a comparison and repair of the whole index. Returns a job that is waiting to run instead, if there is one. */
async function restoreIndices(request: FastifyRequest): Promise<readonly object[]> {
  const { id, kind, state } = await requesterOf(request).run(repairIndex, {});
  return [{ job: id, kind, state, report: `/api/colophon/v1/doctor/${id}` }];
}

function notHere(group: string): CatalogError {
  const reasons: Readonly<Record<string, string>> = {
    elasticSearch:
      'this server has no Elasticsearch operations: its index is compared and repaired as a whole',
    kafka: 'this server does not use Kafka: a write is in the index before it is acknowledged',
    messaging: 'this server has no queue: a write is in the index before it is acknowledged',
    k8: 'this server has no Kubernetes operations',
    consistency: 'this server has no checks by entity type',
  };
  const reason = Object.hasOwn(reasons, group) ? reasons[group] : 'this server has no such operation';
  return new CatalogError(
    'NOT_FOUND',
    `Not supported: ${reason}. Available are GET ${BASE}/messaging/{${CONSUMERS.join('|')}}/consumer/lag, GET ${THROTTLE}, GET and POST ` +
      `${CALLER}, ${BASE}/elasticSearch/restoreIndices, and /api/colophon/v1/doctor.`,
  );
}
