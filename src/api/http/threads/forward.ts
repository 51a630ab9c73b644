import { Agent, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { finished, pipeline as piped } from 'node:stream/promises';
import { FORWARDED } from './forwarded-requests.ts';

/** Headers that are about one connection only. */
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

/** Where the main thread takes requests of reading threads. */
export interface MainThreadAddress {
  /** Path of a socket; begins with NUL if it is an abstract one. */
  readonly path: string;
  readonly secret: string;
}

/** What has happened to a request before it is passed on. */
export interface ForwardedState {
  /** Its body, if that was read. */
  readonly body?: string | undefined;
  /** Whether the rate limit has counted it. */
  readonly isCounted?: boolean;
}

/** Passes requests on to the main thread, and its answers back. */
export class Forwarder {
  readonly #address: MainThreadAddress;
  readonly #lingerMs: number;
  readonly #agent = new Agent({ keepAlive: true });

  /** `lingerMs`: time that a client has to read an answer before it has sent its whole request. */
  constructor(address: MainThreadAddress, lingerMs = 2_000) {
    this.#address = address;
    this.#lingerMs = lingerMs;
  }

  /** Answers with what the main thread answers; closes the connection if that does not answer. */
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
      // A request of HTTP/1.0, such as a health check, may have none; this one is of HTTP/1.1.
      ...(request.headers.host === undefined ? ['host', 'localhost'] : []),
      ...(isCounted ? [FORWARDED.counted, 'true'] : []),
      ...(body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]),
    ];
    const { method, url } = request;
    const sent = sendRequest(
      { socketPath: path, agent: this.#agent, method, path: url, headers },
      (answer) => {
        // The main thread takes no more of it. What is left stands before the next request on this connection.
        request.unpipe(sent).resume();
        const isLast = answer.headers[FORWARDED.closes] !== undefined;
        if (isLast) response.shouldKeepAlive = false;
        response.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders, OF_CONNECTION));
        if (isLast) void answerLast(answer, request, response, this.#lingerMs);
        else pipeline(answer, response, () => undefined);
      },
    );
    sent.on('error', () => {
      // A closed connection tells the client that it may send the request again.
      if (!response.headersSent) response.destroy();
    });
    response.once('close', () => sent.destroy());
    // The main thread may refuse it by its headers.
    sent.flushHeaders();
    if (body === undefined) request.pipe(sent);
    else sent.end(body);
  }

  /** Closes the connections that are not in use. */
  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Passes an answer on, and closes the connection when the client has sent all of its request, or has had time to read the
 * answer: closing it while more arrives would take the answer with it.
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
