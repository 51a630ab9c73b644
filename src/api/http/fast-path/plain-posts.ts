import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RequestFacts } from '../requests/request-facts.ts';

/** What tells that a client has left: the response to it. */
export type WaitingClient = Pick<ServerResponse, 'destroyed' | 'once'>;

/** Answers a POST of an authenticated caller whose body is a text. Never rejects for what the client did. */
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
  /** How the body is encoded; undefined: not at all. */
  readonly encoding?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes that the fast path may answer, by path. Each is also a route of Fastify, which needs a token and nothing else. */
    plainPosts: Map<string, AnswerPlainPost>;
  }
}

/** Lets protocols name routes for the fast path. Call it before any is added. */
export function collectPlainPosts(app: FastifyInstance): void {
  app.decorate('plainPosts', new Map<string, AnswerPlainPost>());
}
