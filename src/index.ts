import { loadConfig } from './config/load.ts';
import { DECLARED_OPTIONS } from './config/declared-options.ts';
import type { Config } from './config/options.ts';
import { invalidRequest } from './errors.ts';
import type { RunningServer } from './running-server.ts';
import { startServer as start } from './server.ts';
import { closestName } from './util/closest-name.ts';

export type { Config, RunningServer };

/** The options of docs/config.md, all optional, nested as in a configuration file. */
export type ServerOptions = OptionalParts<Config>;

type OptionalParts<T> = {
  readonly [Name in keyof T]?: T[Name] extends boolean | number | string | readonly unknown[]
    ? T[Name]
    : OptionalParts<T[Name]>;
};

/** Defaults for a server embedded in a program: any free port, and only warnings and errors in the log. */
const INSIDE_A_PROGRAM: ServerOptions = { port: 0, logLevel: 'warn' };

/**
 * Starts a catalog server in this process; with `{ memory: true }` nothing is written to disk. Ignores environment
 * variables and configuration files. INVALID_REQUEST for an unknown or invalid option, CONFLICT if another server uses
 * the data folder.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const flags = Object.fromEntries(flatten({ ...INSIDE_A_PROGRAM, ...options }, ''));
  refuseUnknown(Object.keys(flags));
  const server = await start(loadConfig({ flags, environment: {} }));
  await server.filled;
  return server;
}

/** Catches misspelt options of callers without type checks. */
function refuseUnknown(names: readonly string[]): void {
  const known = DECLARED_OPTIONS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closestName(unknown, known);
  throw invalidRequest(
    `There is no option '${unknown}'. ${meant === undefined ? 'See docs/config.md.' : `Did you mean '${meant}'?`}`,
  );
}

/** Flattens nested options to dotted names, such as `limits.graphql.depth`. */
function* flatten(group: object, above: string): Iterable<[string, unknown]> {
  const members: [string, unknown][] = Object.entries(group);
  for (const [key, value] of members) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup) yield* flatten(value, `${above}${key}.`);
    else if (value !== undefined) yield [`${above}${key}`, value];
  }
}
