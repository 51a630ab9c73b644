import type { FastifyInstance } from 'fastify';
import { bodyOf } from '../http/request-body.ts';
import { catalogOf } from '../http/request-context.ts';
import { applyBody, planBody } from './plan-body.ts';

/**
 * Changes of structured properties: `POST /plans` is a dry run; `POST /plans/apply` applies them, with a plan token
 * only if they affect no more than the plan showed.
 */
export function addPlanRoutes(app: FastifyInstance): void {
  app.post('/plans', (request) => catalogOf(request).planProperties(planBody(bodyOf(request))));

  app.post('/plans/apply', async (request, reply) => {
    const { input, planToken } = applyBody(bodyOf(request));
    const { plan, sequence } = await catalogOf(request).applyPlan(input, planToken);
    return reply.markWritten(sequence).send(plan);
  });
}
