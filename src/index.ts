import { loadConfig } from './config/load.ts';
import { DECLARED_OPTIONS } from './config/options.ts';
import type { Config } from './config/options.ts';
import { invalidRequest } from './errors.ts';
import { startServer as start } from './server.ts';
import type { RunningServer } from './server.ts';
import { closestName } from './util/closest-name.ts';

export type { Config, RunningServer };

/** The options of docs/config.md, each of them optional, nested as in a configuration file. */
export type ServerOptions = OptionalParts<Config>;

type OptionalParts<T> = {
  readonly [Name in keyof T]?: T[Name] extends boolean | number | string | readonly unknown[]
    ? T[Name]
    : OptionalParts<T[Name]>;
};

/** What a program wants of a server inside it: any free port, and a log that speaks of trouble only. */
const INSIDE_A_PROGRAM: ServerOptions = { port: 0, logLevel: 'warn' };

/**
 * Starts a catalog inside this process; `{ memory: true }` keeps nothing. Environment variables and configuration
 * files have no say. Throws INVALID_REQUEST that names the option which cannot be used, and CONFLICT when another
 * server has the data folder.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const flags = Object.fromEntries(flatten({ ...INSIDE_A_PROGRAM, ...options }, ''));
  refuseUnknown(Object.keys(flags));
  return start(loadConfig({ flags, environment: {} }));
}

/** Programs without types are told of a misspelt option too. */
function refuseUnknown(names: readonly string[]): void {
  const known = DECLARED_OPTIONS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closestName(unknown, known);
  throw invalidRequest(
    `There is no option '${unknown}'. ${meant === undefined ? 'docs/config.md lists them.' : `Did you mean '${meant}'?`}`,
  );
}

/** Options by their dotted names, `limits.graphql.depth`. */
function* flatten(group: object, above: string): Iterable<[string, unknown]> {
  const members: [string, unknown][] = Object.entries(group);
  for (const [key, value] of members) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isGroup) yield* flatten(value, `${above}${key}.`);
    else if (value !== undefined) yield [`${above}${key}`, value];
  }
}
