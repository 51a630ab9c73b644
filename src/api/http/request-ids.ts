import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Header that tells a request from all others, in logs, traces and the audit log. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What a caller may choose: nothing that could pass for another member, or another line, of a log. */
const WELL_FORMED = /^[\w.:+/=@-]{1,128}$/;

/** Makes the ids of requests: the caller's if it sends a well-formed one, otherwise one that is different in every process. */
export function requestIds(randomHex: (bytes: number) => string): (request: IncomingMessage) => string {
  // Ids are looked for in logs: they need not be secret.
  const opening = `${randomHex(6)}-`;
  let requests = 0;
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && WELL_FORMED.test(sent)) return sent;
    return `${opening}${(++requests).toString(36)}`;
  };
}

/** Lets every answer tell the id of its request. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
