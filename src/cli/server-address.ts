import type { Environment } from '../config/load.ts';
import type { ServerAddress } from './catalog-client.ts';
import type { CommandContext } from './command-context.ts';
import { readDatahubenv } from './datahubenv.ts';
import type { RememberedServer } from './datahubenv.ts';
import { UsageError } from './usage-error.ts';

/** What the flags of a command say about the server. */
export interface AddressFlags {
  readonly server?: string;
  readonly token?: string;
}

/**
 * Which server a command talks to: flags, then the variables of DataHub's tool, then `~/.datahubenv`. A remembered
 * token goes to the server that it was remembered for and to no other. Throws UsageError that says what is missing.
 */
export function findServer(flags: AddressFlags, context: CommandContext): ServerAddress {
  const { environment } = context;
  const remembered = rememberedServer(context);
  const address = knownServer(flags, context);
  if (address === undefined) {
    throw new UsageError(
      "No server is known. Run 'colophon init', set DATAHUB_GMS_URL, or give --server URL or --data FOLDER.",
    );
  }
  const url = serverUrl(address);
  const isRemembered = remembered.server !== undefined && originOf(remembered.server) === originOf(url);
  const token =
    flags.token ??
    nonEmpty(environment['DATAHUB_GMS_TOKEN']) ??
    (isRemembered ? remembered.token : undefined);
  if (token === undefined) {
    throw new UsageError(
      `No access token for ${url} is known. Run 'colophon init', set DATAHUB_GMS_TOKEN, or give --token TOKEN.`,
    );
  }
  return { url, token };
}

/** The address that a command would talk to; undefined when nothing names one. */
export function knownServer(flags: AddressFlags, context: CommandContext): string | undefined {
  return flags.server ?? serverOfEnvironment(context.environment) ?? rememberedServer(context).server;
}

/** The address without a slash at its end; throws UsageError when it is no http or https address. */
export function serverUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`'${address}' is no address of a server. Write it like http://localhost:8080/gms.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`'${address}' must end with the path: no user name, no '?' and no '#'.`);
  }
  return withoutSlash(address.trim());
}

/** The server that the variables of DataHub's tool name: a port makes host, port and protocol win over the URL. */
export function serverOfEnvironment(environment: Environment): string | undefined {
  const host = nonEmpty(environment['DATAHUB_GMS_HOST']);
  const port = nonEmpty(environment['DATAHUB_GMS_PORT']);
  if (host !== undefined && port !== undefined) {
    return `${nonEmpty(environment['DATAHUB_GMS_PROTOCOL']) ?? 'http'}://${host}:${port}`;
  }
  return nonEmpty(environment['DATAHUB_GMS_URL']) ?? host;
}

function rememberedServer(context: CommandContext): RememberedServer {
  const skip = context.environment['DATAHUB_SKIP_CONFIG'] === 'true';
  return skip ? { server: undefined, token: undefined } : readDatahubenv(context.home);
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
