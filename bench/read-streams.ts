/**
 * Reads streams of changes in a separate process, which `bench/changes.ts` starts with the streams as JSON, and records when each event
 * arrives. It parses only the times of events, so that the reader takes little processor time.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Streams to read. */
export interface Streams {
  readonly port: number;
  readonly path: string;
  /** One for each stream. */
  readonly tokens: readonly string[];
  /** Number of streams at the end of the list that are opened and not read. */
  readonly unread: number;
}

/** Result of the reader process. */
export interface StreamsRead {
  /** From the time of the commit to the arrival of the event, in ms. */
  readonly delays: readonly number[];
}

const MARK = '"time":';
/** Digits of epoch ms. */
const DIGITS = 13;

const { path, port, tokens, unread }: Streams = JSON.parse(process.argv[2] ?? '');
const delays: number[] = [];

async function open(token: string, isRead: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const headers = `Host: x\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream`;
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(String(first));
  if (!isRead) {
    socket.pause();
    return;
  }
  let rest = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const at = Date.now();
    const text = rest + chunk;
    let from = 0;
    for (let mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, from)) {
      const start = mark + MARK.length;
      if (start + DIGITS > text.length) break;
      delays.push(at - Number(text.slice(start, start + DIGITS)));
      from = start + DIGITS;
    }
    rest = text.slice(Math.max(from, text.length - MARK.length - DIGITS));
  });
}

for (const [i, token] of tokens.entries()) await open(token, i < tokens.length - unread);
process.send?.('open');
process.once('message', () => process.send?.({ delays } satisfies StreamsRead, () => process.exit()));
