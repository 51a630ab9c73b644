import { Client } from '@opensearch-project/opensearch';
import type { JsonObject } from '../../../util/json.ts';
import { isJsonObject } from '../../../util/json.ts';
import { EngineFailure, failureOf } from './failure.ts';

/** A request to the engine. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Begins with a slash; names in it are those of indexes and aliases, which need no escapes. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: JsonObject;
  /** Lines of a bulk request, instead of a body. */
  readonly lines?: readonly JsonObject[];
}

/** Where the engine is and how long it may take. */
export interface ConnectionOptions {
  /** With the user and the password, if there are any. */
  readonly url: string;
  /** Also how long is waited for changes to become visible. */
  readonly requestTimeoutMs: number;
}

/** Speaks to one cluster. Every failure is an `EngineFailure`. */
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
      // Whoever can wait tries again; a reader is told at once.
      maxRetries: 0,
      ...(username !== '' && {
        auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
      }),
    });
  }

  /** The body of the answer. */
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

  /** The body of the answer; undefined when there is no such thing. */
  async askIfThere(request: EngineRequest): Promise<JsonObject | undefined> {
    try {
      return await this.ask(request);
    } catch (error) {
      if (error instanceof EngineFailure && error.status === 404) return undefined;
      throw error;
    }
  }

  /** May be repeated; closing the client twice would never end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#closing ??= this.#client.close());
  }
}
