import type { ServerResponse } from 'node:http';
import { awaitReader } from './limits/slow-readers.ts';

/** Idle time after which a comment is due, in ms. */
const QUIET_MS = 5_000;

/** Where Server-Sent Events are written. */
export interface EventWriting {
  readonly response: ServerResponse;
  /** Time for a client to read what was sent, in ms, plus one second per 16 KiB. */
  readonly sendTimeoutMs: number;
  /** Returns ms. */
  readonly now: () => number;
}

/** A response of Server-Sent Events. A client that does not read a part in time is disconnected. */
export class ServerSentEvents {
  readonly #writing: EventWriting;
  /** When the next line is due; same clock as `now`. */
  #dueAt = -Infinity;

  constructor(writing: EventWriting) {
    this.#writing = writing;
  }

  /** Whether nothing was written for some seconds. */
  get isQuiet(): boolean {
    return this.#writing.now() >= this.#dueAt;
  }

  /** Sends the headers. */
  open(headers: NodeJS.Dict<number | string | readonly string[]>): void {
    this.#writing.response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise proxies would buffer events.
      'x-accel-buffering': 'no',
    });
  }

  /** Writes events, formatted. Resolves when they are read. */
  async write(text: Buffer | string): Promise<void> {
    const { now, response, sendTimeoutMs } = this.#writing;
    this.#dueAt = now() + QUIET_MS;
    if (response.destroyed || response.write(text)) return;
    await awaitReader(response, text.length, sendTimeoutMs);
  }

  /** Writes a comment that keeps the connection open. */
  async keepOpen(): Promise<void> {
    await this.write(':\n\n');
  }

  end(): void {
    this.#writing.response.end();
  }
}
