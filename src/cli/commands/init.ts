import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { isJsonObject } from '../../util/json.ts';
import { CatalogClient } from '../connection/catalog-client.ts';
import { addFormatOption, newCommand, type OutputFormat } from '../command.ts';
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
      {
        line: 'init --server http://localhost:8080/gms < token.txt',
        does: 'read missing values from standard input, one per line: server, token',
      },
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
  const ask = context.ask ?? pipedAnswers(context);
  const url = serverUrl(given ?? (await askServer(ask)));
  const token = flags.token ?? context.environment['DATAHUB_GMS_TOKEN'] ?? (await askToken(ask));
  if (!/^\S+$/.test(token))
    throw new UsageError('The access token must not be empty or contain white space.');
  if (flags.check) await check(new CatalogClient({ url, token }));
  writeDatahubenv(context.home, url, token);
  const path = datahubenvPath(context.home);
  if (flags.format === 'json') context.print(jsonText({ server: url, file: path, checked: flags.check }));
  else context.print(`Saved ${url} and its access token in ${path}.`);
}

type Ask = (question: string, options: { readonly hidden: boolean }) => Promise<string | undefined>;

/** Answers from standard input, one per line; undefined after the last. */
function pipedAnswers(context: CommandContext): Ask {
  let lines: string[] | undefined;
  return async () => {
    lines ??= (await context.readInput()).toString().trimEnd().split(/\r?\n/);
    return lines.length === 1 && lines[0] === '' ? undefined : lines.shift()?.trim();
  };
}

async function askServer(ask: Ask): Promise<string> {
  const answer = await ask(`Server [${DEFAULT_SERVER}]: `, { hidden: false });
  if (answer === undefined) throw new UsageError('The server is missing. Use --server URL, ending in /gms.');
  return answer === '' ? DEFAULT_SERVER : answer;
}

async function askToken(ask: Ask): Promise<string> {
  const answer = await ask('Access token (not shown): ', { hidden: true });
  if (answer !== undefined && answer !== '') return answer;
  throw new UsageError(
    "The access token is missing. Use --token TOKEN; 'colophon token create' creates one.",
  );
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
