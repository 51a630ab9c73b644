import type { ServerResponse } from 'node:http';
import type { ChangePage } from '../../../operations/changes/read-changes.ts';
import { awaitReader } from '../../http/limits/slow-readers.ts';
import { eventJson } from './change-json.ts';

/** Idle time after which a line is sent, in ms; checked every few seconds. */
const QUIET_MS = 5_000;
/** Time after which a client reconnects, in ms. */
const RETRY_MS = 1_000;

/** A response of Server-Sent Events. Buffers at most one page: a client that does not read it in time is disconnected. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #sendTimeoutMs: number;
  readonly #now: () => number;
  #cursor = '';
  /** When the next line is due; same clock as `now`. */
  #dueAt = -Infinity;

  /** `now` returns ms. */
  constructor(response: ServerResponse, sendTimeoutMs: number, now: () => number) {
    this.#response = response;
    this.#sendTimeoutMs = sendTimeoutMs;
    this.#now = now;
  }

  /** Sends the headers, and the time after which to reconnect. */
  async open(headers: NodeJS.Dict<number | string | readonly string[]>): Promise<void> {
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise proxies would buffer events.
      'x-accel-buffering': 'no',
    });
    await this.#write(`retry: ${RETRY_MS}\n\n`);
    this.#dueAt = -Infinity;
  }

  /**
   * Sends the events; without any, periodically the cursor or a comment that keeps the connection open. Resolves when
   * they are read.
   */
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

/** Serialized pages, shared by followers with equal rights. */
const texts = new WeakMap<ChangePage['events'], Buffer>();

function textOf(events: ChangePage['events']): Buffer {
  const known = texts.get(events);
  if (known !== undefined) return known;
  // Only the last event of a commit has an id: a client that reconnects gets whole commits.
  const parts = events.map((event) => part('change', eventJson(event), event.cursor));
  const text = Buffer.from(parts.join(''));
  texts.set(events, text);
  return text;
}

function part(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
