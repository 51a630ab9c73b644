import type { ChangePage } from '../../../operations/changes/read-changes.ts';
import { ServerSentEvents, type EventWriting } from '../../http/server-sent-events.ts';
import { eventJson } from './change-json.ts';

/** Time after which a client reconnects, in ms. */
const RETRY_MS = 1_000;

/** The change feed as Server-Sent Events. Buffers at most one page. */
export class EventStream {
  readonly #events: ServerSentEvents;
  #cursor = '';
  /** Whether the stream has sent nothing but the time after which to reconnect. */
  #isFresh = true;

  constructor(writing: EventWriting) {
    this.#events = new ServerSentEvents(writing);
  }

  /** Sends the headers, and the time after which to reconnect. */
  async open(headers: NodeJS.Dict<number | string | readonly string[]>): Promise<void> {
    this.#events.open(headers);
    await this.#events.write(`retry: ${RETRY_MS}\n\n`);
  }

  /**
   * Sends the events; without any, periodically the cursor or a comment that keeps the connection open. Resolves when
   * they are read.
   */
  async send({ cursor, events }: ChangePage): Promise<void> {
    if (events.length > 0) await this.#events.write(textOf(events));
    else if (!this.#isFresh && !this.#events.isQuiet) return;
    else if (cursor === this.#cursor) await this.#events.keepOpen();
    else await this.#events.write(part('checkpoint', JSON.stringify({ cursor }), cursor));
    this.#isFresh = false;
    this.#cursor = cursor;
  }

  /** Sends an error and ends the stream. */
  async fail(body: object): Promise<void> {
    await this.#events.write(part('error', JSON.stringify(body)));
  }

  end(): void {
    this.#events.end();
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
