import { CatalogError, messageOf } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import { asObject, asText } from '../util/json-input.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/** Where a server is and what proves the caller's identity. */
export interface ServerAddress {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
}

/** Aspects of one entity by aspect name, as the server answers them. */
export type AspectValues = Readonly<Record<string, JsonObject>>;

/** An answer with its body. */
interface Answered {
  readonly response: Response;
  readonly text: string;
}

/** How long the server may take to answer. */
const TIMEOUT_MS = 120_000;

/** The catalog over HTTP, as any client sees it. What fails is a CatalogError that says what to do. */
export class CatalogClient {
  readonly url: string;
  readonly #token: string;

  constructor(address: ServerAddress) {
    this.url = address.url;
    this.#token = address.token;
  }

  /** The answer as its text, for what must not change on the way; a refusal is thrown, whatever its kind. */
  async requestText(method: string, path: string, body?: JsonValue): Promise<string> {
    const { response, text } = await this.#send(method, path, body);
    if (response.ok) return text;
    throw refusal(response.status, parseAnswer(text, response.status, this.url), this.url);
  }

  /** Asks for a JSON answer; undefined when there is none, or when what the path names does not exist. */
  async request(method: string, path: string, body?: JsonValue): Promise<JsonValue | undefined> {
    const { response, text } = await this.#send(method, path, body);
    const answer = parseAnswer(text, response.status, this.url);
    if (response.ok) return answer;
    // The header tells a missing entity from a path that the server does not have.
    if (response.status === 404 && response.headers.has('Not-Found-Reason')) return undefined;
    throw refusal(response.status, answer, this.url);
  }

  /** Runs a GraphQL document and answers its data; throws the texts of its errors. */
  async graphql(query: string, variables: JsonObject): Promise<JsonObject> {
    const answer = asObject(await this.request('POST', '/api/graphql', { query, variables }), 'The answer');
    const errors = answer['errors'];
    if (Array.isArray(errors) && errors.length > 0) {
      const texts = errors.map((error: JsonValue) => asText(asObject(error, 'error')['message'], 'message'));
      throw new CatalogError('INVALID_REQUEST', texts.join(' '));
    }
    return asObject(answer['data'], 'data');
  }

  /** Aspects of an entity; undefined when there is no such entity. No names: all aspects. */
  async getAspects(urn: Urn, aspectNames: readonly string[] = []): Promise<AspectValues | undefined> {
    const query = aspectNames.length === 0 ? '' : `?aspects=${aspectNames.join(',')}`;
    const answer = await this.request('GET', `${entityPath(urn)}${query}`);
    return answer === undefined ? undefined : aspectValues(asObject(answer, 'The answer'));
  }

  /** Writes one aspect, whether or not it is there. */
  async putAspect(urn: Urn, aspectName: string, value: JsonObject): Promise<void> {
    await this.request('POST', `${entityPath(urn)}/${aspectName}?async=false&createIfNotExists=false`, {
      value,
    });
  }

  async #send(method: string, path: string, body: JsonValue | undefined): Promise<Answered> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw new CatalogError('UNAVAILABLE', unreachable(this.url, error), { cause: error });
    }
  }
}

/** Path of an entity in the OpenAPI. */
export function entityPath(urn: Urn): string {
  return `/openapi/v3/entity/${entityTypeOf(urn)}/${encodeURIComponent(urn)}`;
}

/** Takes the aspects out of an entity as the OpenAPI answers it. */
export function aspectValues(entity: JsonObject): AspectValues {
  const found: Record<string, JsonObject> = {};
  for (const [name, aspect] of Object.entries(entity)) {
    const value = isJsonObject(aspect) ? aspect['value'] : undefined;
    if (isJsonObject(value)) found[name] = value;
  }
  return found;
}

function parseAnswer(text: string, status: number, url: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  try {
    // JSON text holds a JSON value and nothing else.
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const message = `${url} answered ${status} with something that is not JSON. Is it a catalog server?`;
    throw new CatalogError('UNAVAILABLE', message, { cause: error });
  }
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION',
  413: 'TOO_LARGE',
  422: 'VALIDATION',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
  504: 'TIMEOUT',
};

function refusal(status: number, answer: JsonValue | undefined, url: string): CatalogError {
  if (status === 401) {
    const remedy = "Make one with 'colophon token create' and remember it with 'colophon init'.";
    return new CatalogError('UNAUTHENTICATED', `${url} does not accept the access token. ${remedy}`);
  }
  const { message, error } = isJsonObject(answer) ? answer : {};
  const text = [message, error]
    .filter((candidate) => typeof candidate === 'string')
    .find((candidate) => candidate !== '');
  return new CatalogError(CODES[status] ?? 'INTERNAL', text ?? `${url} answered ${status} without a reason.`);
}

function unreachable(url: string, error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${url} did not answer within ${TIMEOUT_MS / 1000} seconds.`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `No server answers at ${url} (${messageOf(cause)}). Start one with 'colophon serve', or name another with --server.`;
}
