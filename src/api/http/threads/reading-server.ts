import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { answerBrokenRequest } from '../limits/broken-request.ts';
import { limitConnections, type ConnectionCounts } from '../limits/limit-connections.ts';
import { serverLimits, type HttpLimits } from '../limits/limits.ts';
import { AS_OF_HEADER } from '../requests/as-of.ts';
import { withoutBasePath } from '../requests/base-path.ts';
import { SEQUENCE_HEADER } from '../answers/write-answer.ts';
import type { Forwarder } from './forward.ts';

/** Dependencies of the server of a reading thread. */
export interface ReadingServerParts {
  readonly limits: HttpLimits;
  readonly connectionCounts: ConnectionCounts;
  /** Answers requests that may be plain reads. */
  readonly answer: RequestListener;
  readonly forwarder: Pick<Forwarder, 'forward'>;
  /** Resolves when this thread has caught up to all acknowledged writes; undefined: it has. */
  readonly caughtUp: () => Promise<void> | undefined;
}

const GRAPHQL = /^\/api\/(?:v2\/)?graphql\/?$/;
const READS = /^\/(?:openapi\/v[23]\/entity|entities|entitiesV2|aspects)\//;
/** Time that an idle connection stays open, in ms, as in the main thread. */
const KEEP_ALIVE_MS = 72_000;
/** Maximum body that is read here, in bytes: it is passed on whole if the main thread must answer. */
const MOST_BODY_BYTES = 256 * 1024;

/**
 * Creates the server of a reading thread. Requests that may be plain reads are answered here, after all writes that
 * were acknowledged before they arrived; all others are passed on unread.
 */
export function createReadingServer(parts: ReadingServerParts): Server {
  const { answer, caughtUp, forwarder, limits } = parts;
  const { http, requestTimeout } = serverLimits(limits);
  const server = createServer(
    { ...http, requestTimeout, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (!mayBePlainRead(request)) {
        forwarder.forward(request, response);
        return;
      }
      const waiting = caughtUp();
      if (waiting === undefined) answer(request, response);
      else void waiting.then(() => answer(request, response), cut(response));
    },
  );
  limitConnections({ server }, limits, parts.connectionCounts);
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, limits));
  return server;
}

/** Aborts a request if waiting for earlier writes failed; the client may retry it. */
function cut(response: ServerResponse): () => void {
  return () => response.destroy();
}

function mayBePlainRead({ headers, method, url = '' }: IncomingMessage): boolean {
  const isOfNow = [SEQUENCE_HEADER, AS_OF_HEADER].every((name) => headers[name.toLowerCase()] === undefined);
  const isBare = isOfNow && headers.authorization !== undefined;
  if (!isBare || headers.expect !== undefined) return false;
  const [path = ''] = withoutBasePath(url).split('?', 1);
  if (method === 'GET') return READS.test(path) && headers['content-length'] === undefined;
  if (method !== 'POST' || !GRAPHQL.test(path)) return false;
  const { 'content-encoding': encoding, 'content-length': length } = headers;
  return encoding === undefined && length !== undefined && Number(length) <= MOST_BODY_BYTES;
}
