import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import type { Logger } from 'pino';

/** Importance of a message; `silent` logs nothing. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The subsystems that log, each under its own name. */
export interface Logs {
  readonly server: Logger;
  readonly http: Logger;
  readonly store: Logger;
  readonly search: Logger;
}

/** What every line of a piece of work carries: ids, never a secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

const current = new AsyncLocalStorage<LogFields>();

/** Runs work whose log lines carry these fields, also those of what it calls and waits for. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run(fields, work);
}

/**
 * Creates the loggers. They write JSON lines to standard error: standard output belongs to what a command answers.
 * `fieldsOf` is asked at each line what else it is to carry.
 */
export function createLogs(level: LogLevel, fieldsOf: () => LogFields = () => ({})): Logs {
  const mixin = (): LogFields => ({ ...fieldsOf(), ...current.getStore() });
  const root = pino({ level, base: null, mixin }, pino.destination({ dest: 2, sync: true }));
  const named = (name: string): Logger => root.child({ name });
  return { server: named('server'), http: named('http'), store: named('store'), search: named('search') };
}
