import type { Environment } from '../../config/load.ts';
import type { ServerAddress } from './catalog-client.ts';
import type { CommandContext } from '../command-context.ts';
import { readDatahubenv, type SavedServer } from './datahubenv.ts';
import { UsageError } from '../usage-error.ts';

/** Options that select the server. */
export interface AddressFlags {
  readonly server?: string;
  readonly token?: string;
}

/**
 * Server and token of a command: from its options, else from the environment variables of DataHub's CLI, else from
 * `~/.datahubenv`. A saved token is sent only to the origin it was saved for. Throws UsageError if one is missing.
 */
export function findServer(flags: AddressFlags, context: CommandContext): ServerAddress {
  const { environment } = context;
  const saved = readSavedServer(context);
  const address = flags.server ?? serverOfEnvironment(environment) ?? saved.server;
  if (address === undefined) {
    throw new UsageError(
      "No server is configured. Start one here with 'colophon serve', or run 'colophon init' for another, set DATAHUB_GMS_URL, or use --server URL or --data FOLDER.",
    );
  }
  const url = serverUrl(address);
  const isSameOrigin = saved.server !== undefined && originOf(saved.server) === originOf(url);
  const token =
    flags.token ?? nonEmpty(environment['DATAHUB_GMS_TOKEN']) ?? (isSameOrigin ? saved.token : undefined);
  if (token === undefined) {
    throw new UsageError(
      `No access token for ${url}. Run 'colophon init', set DATAHUB_GMS_TOKEN, or use --token TOKEN.`,
    );
  }
  return { url, token };
}

/** The address without trailing slashes. Throws UsageError unless it is an http(s) URL without user name and query. */
export function serverUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`'${address}' is not a server URL. Use the form http://localhost:8080/gms.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`'${address}' must not have a user name, '?' or '#'. End it with the path.`);
  }
  return withoutSlash(address.trim());
}

/** Server from the environment variables of DataHub's CLI. Host and port together take precedence over the URL. */
export function serverOfEnvironment(environment: Environment): string | undefined {
  const host = nonEmpty(environment['DATAHUB_GMS_HOST']);
  const port = nonEmpty(environment['DATAHUB_GMS_PORT']);
  if (host !== undefined && port !== undefined) {
    return `${nonEmpty(environment['DATAHUB_GMS_PROTOCOL']) ?? 'http'}://${host}:${port}`;
  }
  return nonEmpty(environment['DATAHUB_GMS_URL']) ?? host;
}

function readSavedServer(context: CommandContext): SavedServer {
  const skip = context.environment['DATAHUB_SKIP_CONFIG'] === 'true';
  return skip ? { server: undefined, token: undefined } : readDatahubenv(context.home);
}

/** Address of the server that `colophon init` saved; undefined if there is none. */
export function savedServer(context: CommandContext): string | undefined {
  return readSavedServer(context).server;
}

/** Whether two addresses have the same origin, regardless of their paths. */
export function isSameServer(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
