import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';

/** Who sends a request: the root user, or one who has a credential that the catalog stores. */
export type Sender = { readonly bearer: string } | { readonly cookie: string } | 'nobody';

/** Answer to a request, with its body parsed. */
export interface DoorAnswer {
  readonly status: number;
  readonly body: JsonValue;
  readonly cookies: readonly string[];
}

/** Sends requests to a server, whichever version it is of. */
export class CatalogDoor {
  readonly #url: string;
  readonly #root: string;

  /** `root`: a token of the root user. */
  constructor(url: string, root: string) {
    this.#url = url;
    this.#root = root;
  }

  async ask(
    method: string,
    path: string,
    body?: JsonValue,
    sender: Sender = { bearer: this.#root },
  ): Promise<DoorAnswer> {
    const credential =
      sender === 'nobody'
        ? {}
        : 'bearer' in sender
          ? { authorization: `Bearer ${sender.bearer}` }
          : { cookie: sender.cookie };
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), cookies: response.headers.getSetCookie() };
  }

  /** Sends a request that must succeed; returns its body. */
  async must(method: string, path: string, body?: JsonValue, sender?: Sender): Promise<JsonValue> {
    const answer = await this.ask(method, path, body, sender);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Runs a GraphQL operation with one variable, `input`, that must succeed; returns its only field. */
  async graphql(document: string, input?: JsonValue, sender?: Sender): Promise<JsonValue> {
    const variables = input === undefined ? {} : { input };
    const body = await this.must('POST', '/api/graphql', { query: document, variables }, sender);
    const { data, errors } = objectOf(body);
    if (errors !== undefined || data === undefined) throw new Error(`${document}: ${JSON.stringify(body)}`);
    const [answer] = Object.values(objectOf(data));
    if (answer === undefined) throw new Error(`${document}: no field was answered.`);
    return answer;
  }

  /** Runs a GraphQL mutation that takes one input. `fields`: the selection, for one that returns an object. */
  mutate(name: string, type: string, input: JsonObject, fields = ''): Promise<JsonValue> {
    return this.graphql(`mutation m($input: ${type}!) { ${name}(input: $input) ${fields} }`, input);
  }

  /** Logs in with a password; returns the session, to be sent with requests. */
  async logIn(username: string, password: string): Promise<Sender> {
    const { body, cookies, status } = await this.ask('POST', '/logIn', { username, password }, 'nobody');
    if (status !== 200) throw new Error(`${username} cannot log in: ${status} ${JSON.stringify(body)}`);
    return { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  }
}

/** The value as an object; throws if it is none. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return value;
}

/** A text member of an object; throws if it has none. */
export function textAt(value: JsonValue, name: string): string {
  const text = objectOf(value)[name];
  if (typeof text !== 'string') throw new Error(`${name} is not a text in ${JSON.stringify(value)}`);
  return text;
}

function parsed(text: string): JsonValue {
  if (text === '') return null;
  try {
    // JSON.parse returns JSON.
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
