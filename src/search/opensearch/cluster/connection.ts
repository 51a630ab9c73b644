import { Client } from '@opensearch-project/opensearch';
import type { JsonObject } from '../../../util/json.ts';
import { isJsonObject } from '../../../util/json.ts';
import { EngineFailure, failureOf } from './failure.ts';

/** A request to the engine. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Starts with a slash. Names of indexes and aliases need no escaping. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: JsonObject;
  /** Lines of a bulk request, instead of `body`. */
  readonly lines?: readonly JsonObject[];
}

/** Address and timeout of a cluster. */
export interface ConnectionOptions {
  /** May contain user and password. */
  readonly url: string;
  /** Timeout of each request; also of waiting for changes to become visible. */
  readonly requestTimeoutMs: number;
}

/** HTTP client of one cluster. Every failure of a request is an `EngineFailure`. */
export class Connection implements AsyncDisposable {
  /** Host and port, for messages. */
  readonly host: string;
  readonly #client: Client;
  #closing: Promise<void> | undefined;

  constructor({ url, requestTimeoutMs }: ConnectionOptions) {
    const { host, username, password, protocol, pathname } = new URL(url);
    this.host = host;
    this.#client = new Client({
      node: `${protocol}//${host}${pathname}`,
      requestTimeout: requestTimeoutMs,
      // Writers retry with `withRetries`; readers get the failure at once.
      maxRetries: 0,
      ...(username !== '' && {
        auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
      }),
    });
  }

  /** Sends a request and returns the body of the response; empty when that is not an object. */
  async ask({ method, path, query = {}, body, lines }: EngineRequest): Promise<JsonObject> {
    const parameters = { method, path, querystring: { ...query } };
    try {
      const answer = await this.#client.transport.request({
        ...parameters,
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: [...lines] }),
      });
      const answered: unknown = answer.body;
      return isJsonObject(answered) ? answered : {};
    } catch (error) {
      throw failureOf(error, this.host);
    }
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

  /** Idempotent; closing the client twice would never resolve. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#closing ??= this.#client.close());
  }
}
