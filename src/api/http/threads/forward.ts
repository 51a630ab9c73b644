import { Agent, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { finished, pipeline as piped } from 'node:stream/promises';
import { FORWARDED } from './forwarded-requests.ts';

/** Hop-by-hop headers, which apply to one connection only. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  ...Object.values(FORWARDED),
]);
const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

/** Address at which the main thread accepts requests of reading threads. */
export interface MainThreadAddress {
  /** Path of a socket; begins with NUL if it is an abstract one. */
  readonly path: string;
  readonly secret: string;
}

/** State of a request at the time when it is passed on. */
export interface ForwardedState {
  /** Its body, if it has been read. */
  readonly body?: string | undefined;
  /** Whether the rate limit has counted it. */
  readonly isCounted?: boolean;
}

/** Passes requests on to the main thread, and returns its responses. */
export class Forwarder {
  readonly #address: MainThreadAddress;
  readonly #lingerMs: number;
  readonly #agent = new Agent({ keepAlive: true });

  /** `lingerMs`: time that a client has to read an answer before it has sent its whole request. */
  constructor(address: MainThreadAddress, lingerMs = 2_000) {
    this.#address = address;
    this.#lingerMs = lingerMs;
  }

  /** Sends the response of the main thread; closes the connection if there is none. */
  forward(
    request: IncomingMessage,
    response: ServerResponse,
    { body, isCounted = false }: ForwardedState = {},
  ): void {
    const { path, secret } = this.#address;
    const own = [FORWARDED.secret, secret, FORWARDED.address, request.socket.remoteAddress ?? ''];
    const headers = [
      ...passedOn(request.rawHeaders, body === undefined ? OF_CONNECTION : OF_CONNECTION.union(OF_BODY)),
      ...own,
      // An HTTP/1.0 request, such as a health check, may lack the header; this one is HTTP/1.1, which requires it.
      ...(request.headers.host === undefined ? ['host', 'localhost'] : []),
      ...(isCounted ? [FORWARDED.counted, 'true'] : []),
      ...(body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]),
    ];
    const { method, url } = request;
    const sent = sendRequest(
      { socketPath: path, agent: this.#agent, method, path: url, headers },
      (answer) => {
        // The request timed out here, and was answered with an error.
        if (response.headersSent) {
          answer.destroy();
          return;
        }
        // The main thread reads no more of the body. Drain the rest, which precedes the next request on this connection.
        request.unpipe(sent).resume();
        const isLast = answer.headers[FORWARDED.closes] !== undefined;
        if (isLast) response.shouldKeepAlive = false;
        response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders, OF_CONNECTION));
        if (isLast) void answerLast(answer, request, response, this.#lingerMs);
        else pipeline(answer, response, () => undefined);
      },
    );
    sent.on('error', () => {
      // After a closed connection the client may retry the request.
      if (!response.headersSent) response.destroy();
    });
    response.once('close', () => sent.destroy());
    // The main thread may refuse the request by its headers.
    sent.flushHeaders();
    if (body === undefined) request.pipe(sent);
    else sent.end(body);
  }

  /** Closes idle connections to the main thread. */
  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Passes a response on, and closes the connection when the client has sent its whole request, or has had time to read
 * the response: closing it while data arrives would discard the response.
 */
async function answerLast(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  lingerMs: number,
): Promise<void> {
  const isPassedOn = piped(answer, response, { end: false });
  const isSent = finished(request, { signal: AbortSignal.timeout(lingerMs) });
  const [passed] = await Promise.allSettled([isPassedOn, isSent]);
  if (passed.status === 'fulfilled') response.end();
  else response.destroy();
}

/** The headers, as a flat list of names and values, without those named. */
function passedOn(rawHeaders: readonly string[], without: ReadonlySet<string>): string[] {
  return rawHeaders.filter((_, i) => !without.has((rawHeaders[i - (i % 2)] ?? '').toLowerCase()));
}
