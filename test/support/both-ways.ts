import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request of a test. */
export interface SentRequest {
  readonly url: string;
  /** Parts of the body, sent one after the other. */
  readonly body: readonly (string | Buffer)[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A raw response, without its date. */
export interface SeenAnswer {
  readonly status: number | undefined;
  /** Header names and values, in wire order. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** A header that does not change the response, but that the fast path does not support. */
const IRREGULAR = { 'x-colophon-strict': 'false' };

/** Sends a request twice: over the fast path, if it supports the request, then over Fastify; `after` runs after each. */
export async function sendBothWays(
  request: SentRequest,
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly [SeenAnswer, SeenAnswer]> {
  const ordinary = await sendPost(request);
  await after();
  const irregular = await sendPost({ ...request, headers: { ...request.headers, ...IRREGULAR } });
  await after();
  return [ordinary, irregular];
}

/** Posts JSON. */
export async function sendPost({ url, body, headers }: SentRequest): Promise<SeenAnswer> {
  const length = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const posted = send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  });
  for (const part of body) await new Promise((resolve) => posted.write(part, resolve));
  posted.end();
  const [response] = (await once(posted, 'response')) as [IncomingMessage];
  const { rawHeaders, statusCode } = response;
  const isDate = (i: number): boolean => rawHeaders[i - (i % 2)] === 'Date';
  return {
    status: statusCode,
    headers: rawHeaders.filter((_text, i) => !isDate(i)),
    body: await text(response),
  };
}

/** Number of requests that Fastify's handlers answer in this process while `work` runs. */
export async function answeredByFastify(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = (): void => {
    count++;
  };
  subscribe('tracing:fastify.request.handler:start', note);
  try {
    await work();
  } finally {
    unsubscribe('tracing:fastify.request.handler:start', note);
  }
  return count;
}
