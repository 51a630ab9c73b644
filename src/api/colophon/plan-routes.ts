import type { FastifyInstance } from 'fastify';
import { bodyOf } from '../http/request-body.ts';
import { catalogOf } from '../http/request-context.ts';
import { applyBody, planBody } from './plan-body.ts';

/**
 * Changes of structured properties below `/plans`: POST tells what they would do and does nothing; POST to `/apply`
 * does them, with the token of a plan only if they do no more than was shown.
 */
export function addPlanRoutes(app: FastifyInstance): void {
  app.post('/plans', (request) => catalogOf(request).planProperties(planBody(bodyOf(request))));

  app.post('/plans/apply', async (request, reply) => {
    const { input, planToken } = applyBody(bodyOf(request));
    const { plan, sequence } = await catalogOf(request).applyPlan(input, planToken);
    return reply.markWritten(sequence).send(plan);
  });
}
