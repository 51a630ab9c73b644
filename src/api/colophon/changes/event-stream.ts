import type { ServerResponse } from 'node:http';
import type { ChangePage } from '../../../operations/changes/read-changes.ts';
import { awaitReader } from '../../http/limits/slow-readers.ts';
import { eventJson } from './change-json.ts';

/** Time without a line after which one is sent, in ms; the stream is looked at every few seconds. */
const QUIET_MS = 5_000;
/** Time after which a client connects again, in ms. */
const RETRY_MS = 1_000;

/** An answer of Server-Sent Events. It holds one page at most: a client that does not read it in time is cut off. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #sendTimeoutMs: number;
  readonly #now: () => number;
  #cursor = '';
  /** When a line is due, in the time of `now`. */
  #dueAt = -Infinity;

  /** `now` returns ms. */
  constructor(response: ServerResponse, sendTimeoutMs: number, now: () => number) {
    this.#response = response;
    this.#sendTimeoutMs = sendTimeoutMs;
    this.#now = now;
  }

  /** Sends the headers, and how soon to connect again. */
  async open(headers: NodeJS.Dict<number | string | readonly string[]>): Promise<void> {
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies would collect events otherwise.
      'x-accel-buffering': 'no',
    });
    await this.#write(`retry: ${RETRY_MS}\n\n`);
    this.#dueAt = -Infinity;
  }

  /** Sends the events; without any, now and then the cursor, or that it is still there. Resolves when they are read. */
  async send({ cursor, events }: ChangePage): Promise<void> {
    if (events.length > 0) {
      await this.#write(textOf(events));
    } else if (this.#now() < this.#dueAt) return;
    else if (cursor === this.#cursor) await this.#write(':\n\n');
    else await this.#write(part('checkpoint', JSON.stringify({ cursor }), cursor));
    this.#cursor = cursor;
  }

  /** Sends an error and ends the stream. */
  async fail(body: object): Promise<void> {
    await this.#write(part('error', JSON.stringify(body)));
  }

  end(): void {
    this.#response.end();
  }

  async #write(text: Buffer | string): Promise<void> {
    this.#dueAt = this.#now() + QUIET_MS;
    const response = this.#response;
    if (response.destroyed || response.write(text)) return;
    await awaitReader(response, text.length, this.#sendTimeoutMs);
  }
}

/** Texts of pages, which followers with the same rights share. */
const texts = new WeakMap<ChangePage['events'], Buffer>();

function textOf(events: ChangePage['events']): Buffer {
  const known = texts.get(events);
  if (known !== undefined) return known;
  // The id is set with the last event of a commit: a client that connects again gets whole commits.
  const parts = events.map((event) => part('change', eventJson(event), event.cursor));
  const text = Buffer.from(parts.join(''));
  texts.set(events, text);
  return text;
}

function part(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
