import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { catalogOf } from '../../http/request-context.ts';

const BASE = '/openapi/operations';

/** What DataHub queues, by the names of its consumers. */
const CONSUMERS = ['mcp', 'mcl', 'mcl-timeseries'] as const;

/**
 * `/openapi/operations`: upkeep. What DataHub has there for Elasticsearch, Kafka and Kubernetes is not found, with a
 * sentence that says why; how far consumers lag behind is told, because scripts wait for it.
 */
export function operationRoutes(app: FastifyInstance): void {
  for (const consumer of CONSUMERS) {
    const lag = `${BASE}/messaging/${consumer}/consumer/lag`;
    app.get(lag, (request) => noQueue(request, { transport: 'none', consumerGroups: {} }));
    refuseOtherMethods(app, lag, ['GET', 'HEAD']);
  }
  const restore = `${BASE}/elasticSearch/restoreIndices`;
  app.route({
    url: restore,
    method: ['GET', 'POST'],
    exposeHeadRoute: false,
    config: { changes: true },
    handler: async (request, reply) => reply.code(202).send(await restoreIndices(request)),
  });
  refuseOtherMethods(app, restore, ['GET', 'POST']);
  app.route({
    url: `${BASE}/*`,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    handler: ({ url }) => {
      throw notHere(url.slice(BASE.length + 1).split(/[/?]/)[0] ?? '');
    },
  });
}

/** Nothing is queued: a write is in the store and in the index before it is answered. */
function noQueue(request: FastifyRequest, answer: object): object {
  catalogOf(request).requirePrivilege(
    'MANAGE_SYSTEM_OPERATIONS',
    'User is not authorized to get consumer offsets.',
  );
  return answer;
}

/** The whole index is compared with the store, and what differs is made anew; a job that has not begun serves everybody. */
async function restoreIndices(request: FastifyRequest): Promise<readonly object[]> {
  const { id, kind, state } = await catalogOf(request).maintenance().repairIndex();
  return [{ job: id, kind, state, report: `/api/colophon/v1/doctor/${id}` }];
}

function notHere(group: string): CatalogError {
  const reasons: Readonly<Record<string, string>> = {
    elasticSearch:
      'there is no Elasticsearch behind this server: its index is compared and repaired as a whole',
    kafka: 'there is no Kafka behind this server: a write is in the index before it is answered',
    messaging: 'nothing is queued by this server: a write is in the index before it is answered',
    k8: 'this server does not know what it runs on',
  };
  const reason = Object.hasOwn(reasons, group) ? reasons[group] : 'this server has no such operation';
  return new CatalogError(
    'NOT_FOUND',
    `Not offered: ${reason}. There are GET ${BASE}/messaging/{${CONSUMERS.join('|')}}/consumer/lag, GET and POST ` +
      `${BASE}/elasticSearch/restoreIndices, and /api/colophon/v1/doctor.`,
  );
}
