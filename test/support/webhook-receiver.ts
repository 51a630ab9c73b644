import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

/** A received message. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // The tests assert the shape of a message.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A receiver of webhooks on a free port of 127.0.0.1. */
export class WebhookReceiver {
  /** All messages in order of arrival, including rejected ones. */
  readonly received: Received[] = [];
  /** Answers a message; accepts it with 204 by default. */
  answer: (response: ServerResponse, message: Received) => void = accept;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  #port = 0;

  /** Starts to listen; after a stop, on the same port. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Refuses connections until it listens again. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  /** All events of messages to this path, in order of arrival; with an id, only of the first message of each id. */
  // oxlint-disable-next-line typescript/no-explicit-any
  get events(): readonly any[] {
    return this.received.flatMap(({ json }) => json.data.events ?? []);
  }

  /** Waits until this many messages have arrived. */
  async messages(count: number): Promise<readonly Received[]> {
    await until(`${count} messages`, () => this.received.length >= count, { limitMs: 20_000, everyMs: 5 });
    return this.received;
  }

  /** Waits for an event that has this text. */
  async event(text: string): Promise<void> {
    const has = (): boolean => this.received.some((message) => message.text.includes(text));
    await until(`an event with ${text}`, has, { limitMs: 20_000, everyMs: 5 });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { id: headers['webhook-id'] ?? '', headers, text, json: JSON.parse(text) };
    this.received.push(message);
    this.answer(response, message);
  }
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Verifies a message with the Standard Webhooks library. Throws if its signature is invalid. */
export function verify({ headers, text }: Received, secret: string): void {
  new Webhook(secret).verify(text, { ...headers });
}
