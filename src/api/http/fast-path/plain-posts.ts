import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RequestFacts } from '../requests/request-facts.ts';

/** Shows whether a client has disconnected: the response to it. */
export type WaitingClient = Pick<ServerResponse, 'destroyed' | 'once'>;

/** Answers a POST of an authenticated caller with a text body. Never rejects because of the request. */
export type AnswerPlainPost = (
  request: RequestFacts,
  body: string,
  client: WaitingClient,
) => Promise<PlainAnswer>;

/** An answer to a plain POST. */
export interface PlainAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes that the fast path may answer, by path. Each is also a Fastify route that requires only a token. */
    plainPosts: Map<string, AnswerPlainPost>;
  }
}

/** Adds `plainPosts`, in which protocols register routes for the fast path. Call it before any route is added. */
export function collectPlainPosts(app: FastifyInstance): void {
  app.decorate('plainPosts', new Map<string, AnswerPlainPost>());
}
