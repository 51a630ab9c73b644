import type { FastifyInstance } from 'fastify';
import { catalogOf } from '../http/request-context.ts';

/** `GET /jobs`: progress of the background jobs that remove the values of deleted or broken properties. */
export function addJobRoutes(app: FastifyInstance): void {
  app.get('/jobs', async (request) => ({ jobs: await catalogOf(request).valueRemovals() }));
}
