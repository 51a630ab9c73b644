import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ByteBudget } from '../limits/byte-budget.ts';
import { encodeInSteps, isShortJson } from '../../../util/json/encode-in-steps.ts';

/** Minimum length, in characters, of a text whose response is serialized in steps. */
const LONG = 128 * 1024;

/**
 * Serializes the JSON of long responses in parts, between which other requests run. Lifts the limit on the response
 * time: it depends only on the length, which `answers` limits.
 */
export function serializeInSteps(app: FastifyInstance, answers: ByteBudget): void {
  const encoded = new WeakMap<FastifyReply, Buffer>();
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (typeof payload !== 'object' || payload === null || isShortJson(payload)) {
      done(null, payload);
      return;
    }
    reply.endAnswerLimit?.();
    const share = answers.shareOf(reply.raw, request.requester?.actor.urn);
    encodeInSteps(payload, { take: (bytes) => share.take(bytes) }).then(
      (bytes) => {
        encoded.set(reply, bytes);
        // Fastify requires a serializer that returns a string.
        reply.serializer(() => '');
        done(null, payload);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const sent = encoded.get(reply) ?? payload;
    const isLong = (typeof sent === 'string' || Buffer.isBuffer(sent)) && sent.length > LONG;
    try {
      if (isLong) answers.shareOf(reply.raw, request.requester?.actor.urn).hold(sent.length);
      done(null, sent);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
