import type { FastifyInstance } from 'fastify';
import { isShortJson, stringifyInSteps } from '../../../util/json/stringify-in-steps.ts';

/**
 * Writes the JSON of long answers in parts, between which other requests get their turn. The time of the answer is not limited
 * any more then: nothing but its length decides it.
 */
export function serializeInSteps(app: FastifyInstance): void {
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    if (typeof payload !== 'object' || payload === null || isShortJson(payload)) {
      done(null, payload);
      return;
    }
    reply.endAnswerLimit?.();
    stringifyInSteps(payload).then(
      (text) => {
        reply.serializer(() => text);
        done(null, payload);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
