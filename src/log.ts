import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type Logger } from 'pino';
import { printable } from './util/printable.ts';

/** Level of a message; `silent` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** One logger per subsystem; `name` in each line. */
export interface Logs {
  readonly server: Logger;
  readonly http: Logger;
  readonly store: Logger;
  readonly search: Logger;
}

/** Fields added to every log line of a unit of work: ids, never secrets. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

const current = new AsyncLocalStorage<LogFields>();

/** Runs work and adds these fields to all its log lines, including those of async calls. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run(fields, work);
}

/** Maximum characters of buffered lines while stderr is not read; further lines are dropped and counted. */
const MOST_WAITING = 4 * 1024 * 1024;

type Destination = ReturnType<typeof pino.destination>;

let standardError: Destination | undefined;

/**
 * Opens stderr for all loggers of the process. Writes do not block, so that a slow or stuck reader of the log does
 * not stop the server. Buffered lines are written when the process exits or crashes, unless it is killed.
 */
function openStandardError(): Destination {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MOST_WAITING });
  const log = pino({ base: { name: 'server' } }, destination);
  let missing = 0;
  destination.on('drop', () => missing++);
  destination.on('drain', () => {
    if (missing === 0) return;
    const msg = `${missing} log lines are missing: stderr was read too slowly.`;
    const lost = { missing };
    missing = 0;
    log.warn(lost, msg);
  });
  // A full disk or a closed pipe loses log lines, but does not end the process.
  destination.on('error', () => undefined);
  return destination;
}

/**
 * Creates the loggers. They write JSON lines to stderr; stdout is for command output. Control and bidirectional characters
 * are escaped. `fieldsOf` is called for each line and returns further fields.
 */
export function createLogs(level: LogLevel, fieldsOf: () => LogFields = () => ({})): Logs {
  const mixin = (): LogFields => ({ ...fieldsOf(), ...current.getStore() });
  const destination = (standardError ??= openStandardError());
  const write = (line: string): unknown => destination.write(`${printable(line.slice(0, -1))}\n`);
  const root = pino({ level, base: null, mixin }, { write });
  const named = (name: string): Logger => root.child({ name });
  return { server: named('server'), http: named('http'), store: named('store'), search: named('search') };
}
