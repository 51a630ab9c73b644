import { stringify } from 'node:querystring';
import { Pool } from 'undici';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { EngineFailure, failureFor, failureWithoutAnswer, reasonOf } from './failure.ts';

/** A request to the engine. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with a slash. Names of indexes and aliases need no escaping. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: JsonObject;
  /** Lines of a bulk request, each a JSON object, instead of `body`. */
  readonly lines?: readonly string[];
}

/** Address and timeout of a cluster. */
export interface ConnectionOptions {
  /** May contain user and password. */
  readonly url: string;
  /** Timeout of each request, and of waiting for changes to become visible. */
  readonly requestTimeoutMs: number;
}

/**
 * HTTP client of one cluster. Each failure of a request is an `EngineFailure`. Does not retry: writers use
 * `withRetries`, readers get the failure immediately.
 */
export class Connection implements AsyncDisposable {
  /** Host and port, for messages. */
  readonly host: string;
  readonly #pool: Pool;
  /** Path of the address, without a trailing slash. */
  readonly #path: string;
  readonly #authorization: { readonly authorization?: string };
  #closing: Promise<void> | undefined;

  constructor({ url, requestTimeoutMs }: ConnectionOptions) {
    const { host, username, password, origin, pathname } = new URL(url);
    this.host = host;
    this.#path = pathname.replace(/\/$/, '');
    this.#authorization = username === '' ? {} : { authorization: basic(username, password) };
    this.#pool = new Pool(origin, {
      headersTimeout: requestTimeoutMs,
      bodyTimeout: requestTimeoutMs,
      connect: { timeout: requestTimeoutMs },
    });
  }

  /** Sends a request and returns the body of the response; empty when that is not an object. */
  async ask(request: EngineRequest): Promise<JsonObject> {
    const { content, status } = await this.#send(request);
    if (status >= 400) throw failureFor(status, reasonOf(content), this.host);
    return isJsonObject(content) ? content : {};
  }

  /** Sends a request and returns the body of the response; undefined for status 404. */
  async askIfThere(request: EngineRequest): Promise<JsonObject | undefined> {
    try {
      return await this.ask(request);
    } catch (error) {
      if (error instanceof EngineFailure && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Waits for the requests in flight. Idempotent. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#closing ??= this.#pool.close());
  }

  async #send({ method, path, query, body, lines }: EngineRequest): Promise<Response> {
    const parameters = query === undefined ? '' : `?${stringify(query)}`;
    const type = lines === undefined ? 'application/json' : 'application/x-ndjson';
    const text = lines === undefined ? body && JSON.stringify(body) : `${lines.join('\n')}\n`;
    try {
      const answer = await this.#pool.request({
        method,
        path: `${this.#path}${path}${parameters}`,
        headers: { ...this.#authorization, ...(text !== undefined && { 'content-type': type }) },
        ...(text !== undefined && { body: text }),
      });
      const answered = await answer.body.text();
      // A proxy may answer with an HTML page.
      const isJson = answer.headers['content-type']?.includes('json') === true && answered !== '';
      return { status: answer.statusCode, content: isJson ? JSON.parse(answered) : undefined };
    } catch (error) {
      throw failureWithoutAnswer(error, this.host);
    }
  }
}

interface Response {
  readonly status: number;
  /** Undefined if the body is not JSON. */
  readonly content: unknown;
}

/** Header value of basic authentication for the credentials of an address, which are percent-encoded. */
function basic(username: string, password: string): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
