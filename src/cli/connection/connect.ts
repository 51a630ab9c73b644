import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { CatalogError, HeldError, messageOf } from '../../errors.ts';
import { isJsonObject } from '../../util/json.ts';
import { CatalogClient, type ServerAddress } from './catalog-client.ts';
import { printable } from '../output.ts';
import type { CommandContext } from '../command-context.ts';
import { datahubenvPath } from './datahubenv.ts';
import {
  findServer,
  isSameServer,
  savedServer,
  serverOfEnvironment,
  type AddressFlags,
} from './server-address.ts';
import { NoAnswerError, sendRequest } from './send-request.ts';
import { UsageError } from '../usage-error.ts';
import { shellWord } from '../shell-words.ts';

/** Options that select the catalog. */
export interface ConnectionFlags extends AddressFlags {
  readonly data?: string;
}

/**
 * Runs an action against a server or, with `--data`, against a data folder. If no server runs on the folder, starts one
 * for the duration of the action, on a free port of 127.0.0.1. Throws UsageError if the options contradict each other
 * or do not name a catalog.
 */
export async function withCatalog<Result>(
  flags: ConnectionFlags,
  context: CommandContext,
  command: (client: CatalogClient) => Promise<Result>,
): Promise<Result> {
  const action = async (client: CatalogClient): Promise<Result> => {
    const result = await command(client);
    for (const warnings of client.warnings) context.notify(`Warning: ${printable(warnings)}`);
    return result;
  };
  if (flags.data === undefined) {
    const { address, isOneOfTwo } = await addressOf(flags, context);
    try {
      return await action(new CatalogClient(address));
    } catch (error) {
      if (!isOneOfTwo || !(error instanceof CatalogError) || error instanceof HeldError) throw error;
      // Names the server, because the user may have meant the other one.
      throw new CatalogError(error.code, `${error.message} (${address.url})`, { cause: error });
    }
  }
  const folder = folderOf(flags, flags.data, context);
  const holder = await answeringHolder(folder);
  if (holder !== undefined) return action(new CatalogClient(holder));
  return withOwnServer(folder, context, (address) => action(new CatalogClient(address)));
}

/**
 * Like `withCatalog`, for an action that may outlive its server: `find` searches for the server each time. It throws UsageError
 * or UNAVAILABLE if there is none.
 */
export async function withAddress(
  flags: ConnectionFlags,
  context: CommandContext,
  action: (find: () => Promise<ServerAddress>) => Promise<void>,
): Promise<void> {
  if (flags.data === undefined) {
    await action(async () => (await addressOf(flags, context)).address);
    return;
  }
  const folder = folderOf(flags, flags.data, context);
  if ((await answeringHolder(folder)) === undefined) {
    await withOwnServer(folder, context, (address) => action(() => Promise.resolve(address)));
    return;
  }
  await action(async () => {
    const holder = await answeringHolder(folder);
    if (holder !== undefined) return holder;
    throw new CatalogError(
      'UNAVAILABLE',
      `The server on ${folder} has stopped. Start it with 'colophon serve'.`,
    );
  });
}

/** The data folder of a command. Throws UsageError if it does not exist, or with options that contradict it. */
function folderOf({ server, token }: ConnectionFlags, data: string, context: CommandContext): string {
  if (server !== undefined || token !== undefined) {
    throw new UsageError('--data cannot be combined with --server or --token. Remove one or the other.');
  }
  return existingFolder(resolve(context.folder, data));
}

/** The server that a command uses. */
interface ChosenServer {
  readonly address: ServerAddress;
  /** Whether the user may have meant another one. */
  readonly isOneOfTwo: boolean;
}

/**
 * The server of the options or the environment, else the one that runs on the default data folder, else the saved one.
 * Prints which one it is if it is the saved one, or if the user may have meant another.
 */
async function addressOf(flags: AddressFlags, context: CommandContext): Promise<ChosenServer> {
  const { environment, folder } = context;
  const ofEnvironment = serverOfEnvironment(environment);
  const data = loadConfig({ environment, folder }).data;
  if (flags.server === undefined && ofEnvironment === undefined) {
    const holder = await answeringHolder(data);
    if (holder !== undefined) {
      const saved = savedServer(context);
      const isOneOfTwo = saved !== undefined && !isSameServer(saved, holder.url);
      if (isOneOfTwo)
        context.notify(
          `Using ${holder.url}, which runs on ${data}, not ${saved}, saved in ${datahubenvPath(context.home)}.`,
        );
      return { address: { url: holder.url, token: flags.token ?? holder.token }, isOneOfTwo };
    }
  }
  const address = findServer(flags, context);
  if (flags.server !== undefined) return { address, isOneOfTwo: false };
  if (ofEnvironment === undefined)
    context.notify(`Using ${address.url}, saved in ${datahubenvPath(context.home)}.`);
  else if (existsSync(data)) context.notify(`Using ${address.url} of the environment, not ${data}.`);
  return { address, isOneOfTwo: existsSync(data) };
}

/**
 * A client with the token that the server at `url` published in the data folder after a restart; undefined if it
 * published none, or if the options have a token.
 */
export async function restartedServer(
  { data, token }: ConnectionFlags,
  { environment, folder }: CommandContext,
  url: string,
): Promise<CatalogClient | undefined> {
  const place = data === undefined ? loadConfig({ environment, folder }).data : resolve(folder, data);
  const holder = token === undefined ? await answeringHolder(place) : undefined;
  return holder?.url === url ? new CatalogClient(holder) : undefined;
}

function existingFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(
      `There is no data folder ${folder}. Create one with: colophon serve --data ${shellWord(folder)}`,
    );
  }
  return folder;
}

/** The server that published its address in the folder; undefined if there is none or it no longer answers. */
async function answeringHolder(folder: string): Promise<ServerAddress | undefined> {
  const holder = readHolder(join(folder, 'server.json'));
  if (holder === undefined) return undefined;
  try {
    const { status } = await sendRequest(`${holder.url}/config`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${holder.token}` },
      timeoutMs: 5000,
    });
    return status === 200 ? holder : undefined;
  } catch (error) {
    // A killed server leaves its address behind but not its lock, so the folder can be opened.
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}

function readHolder(path: string): ServerAddress | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const holder = parse(path);
  if (!isJsonObject(holder) || typeof holder['url'] !== 'string' || typeof holder['token'] !== 'string') {
    return undefined;
  }
  return { url: holder['url'], token: holder['token'] };
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}. Use --server and --token instead.`);
  }
}

async function withOwnServer<Result>(
  folder: string,
  context: CommandContext,
  action: (address: ServerAddress) => Promise<Result>,
): Promise<Result> {
  const { startServer } = await import('../../server.ts');
  const flags = {
    data: folder,
    memory: 'false',
    host: '127.0.0.1',
    port: '0',
    logLevel: 'error',
    // One client needs no threads, which take most of the start.
    readers: '0',
    // Stopping the server would abort such a job.
    'systemUpdate.atStart': 'false',
  };
  const server = await startServer(
    loadConfig({ flags, environment: context.environment, folder: context.folder }),
  );
  try {
    return await action({ url: server.url, token: server.rootToken() });
  } finally {
    await server.close();
  }
}
