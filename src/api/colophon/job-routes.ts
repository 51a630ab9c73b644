import type { FastifyInstance } from 'fastify';
import { catalogOf } from '../http/request-context.ts';

/** `/jobs`: what the server does in the background, the removal of the values of properties that are gone. */
export function addJobRoutes(app: FastifyInstance): void {
  app.get('/jobs', async (request) => ({ jobs: await catalogOf(request).valueRemovals() }));
}
