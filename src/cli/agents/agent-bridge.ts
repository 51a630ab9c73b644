import { messageOf } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { AgentAddress } from './agent-token.ts';
import { requestHeaders } from './request-headers.ts';

/** Where a bridge finds the server, and where its answers go. */
export interface BridgeParts {
  /** Finds the server. Throws if there is none. */
  readonly connect: () => Promise<AgentAddress>;
  /** Prints one message. */
  readonly print: (line: string) => void;
  /** Prints a remark for people. */
  readonly notify: (text: string) => void;
}

/** A message of the client, and its text as received. */
interface Received {
  readonly message: JsonObject;
  readonly text: string;
}

/** Timeout of a request; a subscription has none. */
const TIMEOUT_MS = 120_000;
const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;

/**
 * Passes messages of the Model Context Protocol from lines to `POST /mcp`, and answers back. Each request gets an answer, also
 * without a server: an error with the remedy.
 */
export class AgentBridge {
  readonly #parts: BridgeParts;
  /** Servers that were connected to, the last one in use. */
  readonly #addresses: AgentAddress[] = [];
  #connected: Promise<AgentAddress> | undefined;
  /** How to cancel each request that is not answered yet. */
  readonly #running = new Map<JsonValue, AbortController>();
  readonly #subscriptions = new Set<AbortController>();
  readonly #open = new Set<Promise<void>>();

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** Passes one line on. Does not wait for the answer. */
  receive(line: string): void {
    const text = line.trim();
    if (text === '') return;
    const message = parsed(text);
    if (message === undefined) {
      this.#print(failure(null, PARSE_ERROR, 'The line is not a JSON object. Send one message per line.'));
      return;
    }
    if (message['method'] === 'notifications/cancelled') {
      const { requestId } = isJsonObject(message['params']) ? message['params'] : {};
      if (requestId !== undefined) this.#running.get(requestId)?.abort();
      return;
    }
    const answered = this.#answer({ message, text });
    this.#open.add(answered);
    void answered.finally(() => this.#open.delete(answered));
  }

  /** Ends subscriptions, waits for the other answers, and revokes what was created. */
  async end(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.abort();
    await Promise.all(this.#open);
    for (const { release, url } of this.#addresses) {
      try {
        await release();
      } catch (error) {
        this.#parts.notify(`The agent's token for ${url} stays valid for 12 hours: ${messageOf(error)}`);
      }
    }
  }

  async #answer(received: Received): Promise<void> {
    const { id = null, method } = received.message;
    const cancelling = new AbortController();
    if (id !== null) this.#running.set(id, cancelling);
    const isSubscription = method === 'subscriptions/listen';
    if (isSubscription) this.#subscriptions.add(cancelling);
    const timeout = isSubscription ? [] : [AbortSignal.timeout(TIMEOUT_MS)];
    try {
      await this.#send(received, AbortSignal.any([cancelling.signal, ...timeout]));
    } catch (error) {
      // A cancelled request has no answer, and a notification never has one.
      if (!cancelling.signal.aborted && received.message['id'] !== undefined) {
        this.#print(failure(id, INTERNAL_ERROR, await this.#reasonOf(error)));
      }
    } finally {
      this.#running.delete(id);
      this.#subscriptions.delete(cancelling);
    }
  }

  async #send(received: Received, signal: AbortSignal, isRepeated = false): Promise<void> {
    const { token, url } = await this.#address();
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...requestHeaders(received.message), Authorization: `Bearer ${token}` },
      body: received.text,
      signal,
    });
    if (response.status === 401 && !isRepeated) {
      // The token has ended, or another server runs there now.
      this.#connected = undefined;
      await this.#send(received, signal, true);
    } else if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      for await (const data of eventsIn(response)) this.#parts.print(data);
    } else {
      this.#printAnswer(received.message['id'], await response.text(), response);
    }
  }

  /** Prints an answer; one of the whole request gets the id of the message, so that the client knows which. */
  #printAnswer(id: JsonValue | undefined, text: string, { status, url }: Response): void {
    if (id === undefined) return;
    const answer = parsed(text);
    if (answer?.['jsonrpc'] === undefined) {
      this.#print(
        failure(id, INTERNAL_ERROR, `${url} answered ${status} without a message. Check the server.`),
      );
    } else if (answer['id'] === null) this.#print({ jsonrpc: '2.0', id, error: answer['error'] });
    else this.#parts.print(text);
  }

  async #address(): Promise<AgentAddress> {
    this.#connected ??= this.#connect();
    return this.#connected;
  }

  async #connect(): Promise<AgentAddress> {
    try {
      const address = await this.#parts.connect();
      this.#addresses.push(address);
      return address;
    } catch (error) {
      // The next request tries again.
      this.#connected = undefined;
      throw error;
    }
  }

  /** The reason of a failure; after a lost connection, the server is searched for again. */
  async #reasonOf(error: unknown): Promise<string> {
    if (!(error instanceof TypeError)) return messageOf(error);
    // Another request may have failed to find a server meanwhile, and reports that itself.
    const address = await this.#connected?.catch(() => undefined);
    this.#connected = undefined;
    const place = address === undefined ? '' : ` at ${address.url}`;
    return `No server answers${place} (${messageOf(error.cause ?? error)}). Start it with 'colophon serve'.`;
  }

  #print(message: JsonObject): void {
    this.#parts.print(JSON.stringify(message));
  }
}

function failure(id: JsonValue, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The data of Server-Sent Events, each one line. */
async function* eventsIn(response: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data !== undefined) yield data;
    }
  }
}
