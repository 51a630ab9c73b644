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

/** Creates the loggers. They write JSON lines to standard error: standard output belongs to what a command answers. */
export function createLogs(level: LogLevel): Logs {
  const root = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
  const named = (name: string): Logger => root.child({ name });
  return { server: named('server'), http: named('http'), store: named('store'), search: named('search') };
}
