import type { FastifyInstance, FastifyReply } from 'fastify';
import { encodeInSteps, isShortJson } from '../../../util/json/stringify-in-steps.ts';

/**
 * Writes the JSON of long answers in parts, between which other requests get their turn. The time of the answer is not limited
 * any more then: nothing but its length decides it.
 */
export function serializeInSteps(app: FastifyInstance): void {
  const encoded = new WeakMap<FastifyReply, Buffer>();
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    if (typeof payload !== 'object' || payload === null || isShortJson(payload)) {
      done(null, payload);
      return;
    }
    reply.endAnswerLimit?.();
    encodeInSteps(payload).then(
      (bytes) => {
        encoded.set(reply, bytes);
        // A serializer returns a string.
        reply.serializer(() => '');
        done(null, payload);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    done(null, encoded.get(reply) ?? payload);
  });
}
