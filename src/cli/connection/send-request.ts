import {
  request,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { Readable } from 'node:stream';
import { messageOf } from '../../errors.ts';

type Send = (url: string, options: RequestOptions) => ClientRequest;

/** A request of the command line. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest time to the end of the answer. */
  readonly timeoutMs: number;
}

/** An answer with any status. Redirects are not followed. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The server sent no complete answer in time; the message says why. */
export class NoAnswerError extends Error {}

/**
 * Sends a request with `node:http`: loading `fetch` takes longer than all else that a short command does. Throws
 * NoAnswerError.
 */
export async function sendRequest(url: string, sent: SentRequest): Promise<HttpAnswer> {
  const send = url.startsWith('https:') ? (await import('node:https')).request : request;
  const signal = AbortSignal.timeout(sent.timeoutMs);
  try {
    return await answerTo(send, url, sent, signal);
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${sent.timeoutMs / 1000} seconds` : reasonOf(error);
    throw new NoAnswerError(reason, { cause: error });
  }
}

async function answerTo(
  send: Send,
  url: string,
  { method, headers, body = '' }: SentRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const lengths = { 'content-length': Buffer.byteLength(body), 'accept-encoding': 'gzip' };
  const outgoing = send(url, { method, headers: { ...headers, ...lengths }, signal });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  outgoing.end(body);
  const answer = await answered;
  const { headers: received, statusCode: status = 0 } = answer;
  const text = await textOf(received['content-encoding'] === 'gzip' ? await unpacked(answer) : answer);
  return { status, headers: received, text };
}

async function unpacked(answer: IncomingMessage): Promise<Readable> {
  const [{ pipeline }, { createGunzip }] = await Promise.all([import('node:stream'), import('node:zlib')]);
  // Its failure destroys the stream that is returned, whose reader gets it.
  return pipeline(answer, createGunzip(), () => undefined);
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const part of stream) text += String(part);
  return text;
}

/** Hosts with several addresses fail with one error for each. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : messageOf(error);
}
