import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Header with the request id, which appears in logs, traces and the audit log. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Accepted ids of callers; excludes characters that could forge a field or a line of a log. */
const WELL_FORMED = /^[\w.:+/=@-]{1,128}$/;

/** Returns the caller's request id if it is well-formed, otherwise a generated one, unique across processes. */
export function requestIds(randomHex: (bytes: number) => string): (request: IncomingMessage) => string {
  // Ids need not be secret: they only help to search logs.
  const opening = `${randomHex(6)}-`;
  let requests = 0;
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && WELL_FORMED.test(sent)) return sent;
    return `${opening}${(++requests).toString(36)}`;
  };
}

/** Sends the request id with every response. */
export function answerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
