import type { TestServer } from './start-server.ts';

/** An event of a stream of Server-Sent Events. */
export interface SentEvent {
  readonly event: string;
  readonly id: string | undefined;
  // The tests assert the shape of an event.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** An open stream of Server-Sent Events. */
export interface ReadStream extends Disposable {
  readonly status: number;
  /** The next event that is not a checkpoint; undefined at the end of the stream. */
  next(): Promise<SentEvent | undefined>;
  /** The next event of any kind; undefined at the end of the stream. */
  any(): Promise<SentEvent | undefined>;
}

/** Opens the stream at a path of the server. */
export async function readStream(
  { token, url }: Pick<TestServer, 'token' | 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadStream> {
  const stop = new AbortController();
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const events = response.body === null ? undefined : eventsIn(response.body);
  const any = async (): Promise<SentEvent | undefined> => (await events?.next())?.value;
  return {
    status: response.status,
    any,
    next: async () => {
      for (;;) {
        const event = await any();
        if (event?.event !== 'checkpoint') return event;
      }
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}

/** The events of a response as they arrive. */
export function eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, undefined> {
  // Reads from now on: Node ends a body that nobody reads when it collects its response.
  return parse(body.values());
}

async function* parse(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      yield { event: fields.get('event') ?? '', id: fields.get('id'), data: JSON.parse(data) };
    }
  }
  return undefined;
}
