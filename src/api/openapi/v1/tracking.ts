import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { bodyOf } from '../../http/request-body.ts';
import { WITH_TOKEN } from '../../http/route-needs.ts';

const PATH = '/openapi/v1/tracking/track';

/** `POST /openapi/v1/tracking/track`: accepts a usage event of DataHub's clients, and discards it. */
export function trackingRoutes(app: FastifyInstance): void {
  app.post(PATH, WITH_TOKEN, (request, reply) => {
    bodyOf(request);
    return reply.code(200).send();
  });
  refuseOtherMethods(app, PATH, ['POST']);
}
