import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { isJsonObject } from '../../util/json.ts';
import { CatalogClient } from '../connection/catalog-client.ts';
import { addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { datahubenvPath, writeDatahubenv } from '../connection/datahubenv.ts';
import { jsonText } from '../output.ts';
import { serverOfEnvironment, serverUrl } from '../connection/server-address.ts';
import { UsageError } from '../usage-error.ts';

interface Flags {
  readonly server?: string;
  readonly host?: string;
  readonly token?: string;
  readonly check: boolean;
  readonly format: OutputFormat;
}

const DEFAULT_SERVER = 'http://localhost:8080/gms';

/** `colophon init`: saves a server for this CLI and for DataHub's. */
export function initCommand(context: CommandContext): Command {
  const command = newCommand(
    'init',
    'Save a server and an access token in ~/.datahubenv, as datahub init does.',
    [
      { line: 'init', does: 'prompt for both' },
      { line: 'init --server http://localhost:8080/gms --token TOKEN', does: 'save without prompts' },
    ],
  )
    .option('--server <url>', 'URL of the server, ending in /gms (default: $DATAHUB_GMS_URL)')
    .option('--host <url>', 'same as --server; the name that datahub init uses')
    .option('--token <token>', 'access token (default: $DATAHUB_GMS_TOKEN)')
    .option('--no-check', 'do not check that the server accepts the token');
  return addFormatOption(command).action((flags: Flags) => init(flags, context));
}

async function init(flags: Flags, context: CommandContext): Promise<void> {
  if (flags.server !== undefined && flags.host !== undefined && flags.server !== flags.host) {
    throw new UsageError('--server and --host are the same option. Use one of them.');
  }
  const given = flags.server ?? flags.host ?? serverOfEnvironment(context.environment);
  const url = serverUrl(given ?? (await askServer(context)));
  const token = flags.token ?? context.environment['DATAHUB_GMS_TOKEN'] ?? (await askToken(context));
  if (!/^\S+$/.test(token)) throw new UsageError('The access token must not be empty or contain spaces.');
  if (flags.check) await check(new CatalogClient({ url, token }));
  writeDatahubenv(context.home, url, token);
  const path = datahubenvPath(context.home);
  if (flags.format === 'json') context.print(jsonText({ server: url, file: path, checked: flags.check }));
  else context.print(`Saved ${url} and its access token in ${path}.`);
}

async function askServer(context: CommandContext): Promise<string> {
  if (context.ask === undefined)
    throw new UsageError('The server is missing. Use --server URL, ending in /gms.');
  const answer = await context.ask(`Server [${DEFAULT_SERVER}]: `, { hidden: false });
  return answer === '' ? DEFAULT_SERVER : answer;
}

async function askToken(context: CommandContext): Promise<string> {
  if (context.ask === undefined) {
    throw new UsageError(
      "The access token is missing. Use --token TOKEN; 'colophon token create' creates one.",
    );
  }
  return context.ask('Access token (not shown): ', { hidden: true });
}

/** Checks that the server is a catalog, then that it accepts the token. */
async function check(client: CatalogClient): Promise<void> {
  const config = await client.request('GET', '/config');
  if (!isJsonObject(config) || config['noCode'] !== 'true') {
    const remedy =
      'Use the URL of the catalog, which usually ends in /gms, or skip this check with --no-check.';
    throw new CatalogError('INVALID_REQUEST', `${client.url} is not a catalog server. ${remedy}`);
  }
  await client.graphql('{ __typename }', {});
}
