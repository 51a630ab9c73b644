import { CatalogError, HeldError, type ErrorCode } from '../../errors.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { asObject, asText } from '../../util/json/json-input.ts';
import { object } from '../../util/json/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { problemsIn } from '../problem-text.ts';
import { NoAnswerError, sendRequest, type HttpAnswer } from './send-request.ts';

/** URL of a server and the access token for it. */
export interface ServerAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

/** Aspect values of one entity by aspect name. */
export type AspectValues = Readonly<Record<string, JsonObject>>;

/** Timeout of one request. */
const TIMEOUT_MS = 120_000;

/**
 * HTTP client of a catalog server. Error statuses are thrown as CatalogError with the server's message, a write that became a
 * proposal as HeldError; UNAVAILABLE
 * when no server answers, when it takes longer than 120 seconds, or when its response is not JSON.
 */
export class CatalogClient {
  readonly url: string;
  /** Warnings of the server so far. */
  readonly warnings = new Set<string>();
  readonly #token: string;

  constructor(address: ServerAddress) {
    this.url = address.url;
    this.#token = address.token;
  }

  /** Sends a request and returns the body unparsed, for values that must not change. Throws for any error status. */
  async requestText(method: string, path: string, body?: JsonValue): Promise<string> {
    const sent = await this.#send(method, path, body);
    if (isSuccess(sent.status)) return sent.text;
    throw refusal(sent, parseAnswer(sent.text, sent.status, this.url), this.url);
  }

  /** Sends a request and returns the parsed body; undefined if it is empty, or if the named entity does not exist. */
  async request(method: string, path: string, body?: JsonValue): Promise<JsonValue | undefined> {
    const sent = await this.#send(method, path, body);
    const { headers, status, text } = sent;
    const answer = parseAnswer(text, status, this.url);
    if (isSuccess(status)) return answer;
    // The header distinguishes a missing entity from an unknown path.
    if (status === 404 && headers['not-found-reason'] !== undefined) return undefined;
    throw refusal(sent, answer, this.url);
  }

  /**
   * Runs a GraphQL document and returns its `data`. Throws INVALID_REQUEST with the messages of all `errors`, and HELD if one
   * names a proposal.
   */
  async graphql(query: string, variables: JsonObject): Promise<JsonObject> {
    const answer = asObject(await this.request('POST', '/api/graphql', { query, variables }), 'The answer');
    const errors = answer['errors'];
    if (Array.isArray(errors) && errors.length > 0) {
      const [held] = errors.flatMap((error: JsonValue) => {
        const proposal = object(object(error)?.['extensions'])?.['proposal'];
        return typeof proposal === 'string' ? [proposal] : [];
      });
      if (held !== undefined) throw new HeldError(held);
      const texts = errors.map((error: JsonValue) => asText(asObject(error, 'error')['message'], 'message'));
      const problems = errors.flatMap((error: JsonValue) =>
        problemsIn(object(object(error)?.['extensions'])?.['problems']),
      );
      throw new CatalogError('INVALID_REQUEST', texts.join(' '), { problems });
    }
    return asObject(answer['data'], 'data');
  }

  /** Reads the named aspects of an entity, all of them if none is named; undefined if the entity does not exist. */
  async getAspects(urn: Urn, aspectNames: readonly string[] = []): Promise<AspectValues | undefined> {
    const query = aspectNames.length === 0 ? '' : `?aspects=${aspectNames.join(',')}`;
    const answer = await this.request('GET', `${entityPath(urn)}${query}`);
    return answer === undefined ? undefined : aspectValues(asObject(answer, 'The answer'));
  }

  /** Creates or replaces one aspect, synchronously. */
  async putAspect(urn: Urn, aspectName: string, value: JsonObject): Promise<void> {
    await this.request('POST', `${entityPath(urn)}/${aspectName}?async=false&createIfNotExists=false`, {
      value,
    });
  }

  async #send(method: string, path: string, body: JsonValue | undefined): Promise<HttpAnswer> {
    const answer = await this.#sent(method, path, body);
    const { location, 'x-colophon-warnings': warnings } = answer.headers;
    if (typeof warnings === 'string') this.warnings.add(warnings);
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      const remedy = 'Name the address that it redirects to as the server.';
      throw new CatalogError('UNAVAILABLE', `${this.url} redirects to ${location}. ${remedy}`);
    }
    return answer;
  }

  async #sent(method: string, path: string, body: JsonValue | undefined): Promise<HttpAnswer> {
    try {
      return await sendRequest(`${this.url}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${this.#token}`,
          Accept: 'application/json',
          // Makes the server refuse what it would only warn of, such as an unknown field of an imported aspect; but tolerates keys
          // and built-in values that differ, as in exports of other catalogs.
          'X-Colophon-Strict': 'allow-kept',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
      });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      const remedy = "Start one with 'colophon serve', or choose another with --server.";
      const message = `No server answers at ${this.url} (${error.message}). ${remedy}`;
      throw new CatalogError('UNAVAILABLE', message, { cause: error });
    }
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Path of an entity in OpenAPI v3. */
export function entityPath(urn: Urn): string {
  return `/openapi/v3/entity/${entityTypeOf(urn)}/${encodeURIComponent(urn)}`;
}

/** Extracts the aspect values by name from an OpenAPI v3 entity. */
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
    // JSON.parse returns only JSON values.
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    const message = `${url} answered ${status} with a body that is not JSON. Check that it is a catalog server.`;
    throw new CatalogError('UNAVAILABLE', message, { cause: error });
  }
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  412: 'PRECONDITION',
  413: 'TOO_LARGE',
  422: 'VALIDATION',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
  504: 'TIMEOUT',
};

function refusal({ headers, status }: HttpAnswer, answer: JsonValue | undefined, url: string): CatalogError {
  const held = headers['x-colophon-proposal'];
  if (status === 403 && typeof held === 'string') return new HeldError(held);
  if (status === 401) {
    const remedy = "Create one with 'colophon token create' and save it with 'colophon init'.";
    return new CatalogError('UNAUTHENTICATED', `${url} does not accept the access token. ${remedy}`);
  }
  const { message, error, problems } = isJsonObject(answer) ? answer : {};
  const text = [message, error]
    .filter((candidate) => typeof candidate === 'string')
    .find((candidate) => candidate !== '');
  return new CatalogError(
    CODES[status] ?? 'INTERNAL',
    text ?? `${url} answered ${status} without an error message.`,
    { problems: problemsIn(problems) },
  );
}
