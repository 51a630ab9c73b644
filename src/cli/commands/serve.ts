import { Option, type Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { DECLARED_OPTIONS } from '../../config/declared-options.ts';
import type { Config } from '../../config/options.ts';
import { CatalogError } from '../../errors.ts';
import type { RunningServer } from '../../running-server.ts';
import { shownAddress } from '../../util/service-address.ts';
import { BUILD } from '../../version.ts';
import { newCommand } from '../command.ts';
import { CatalogClient } from '../connection/catalog-client.ts';
import type { CommandContext } from '../command-context.ts';
import { untilStopped } from '../until-stopped.ts';
import { UsageError } from '../usage-error.ts';

const EXAMPLES = [
  { line: 'serve', does: 'data in ./colophon-data, listening at http://127.0.0.1:8080' },
  { line: 'serve --data /var/lib/colophon --port 9000', does: 'set the data folder and the port' },
  { line: 'serve --demo --open', does: 'try it: sample data, kept in memory' },
  { line: 'serve --memory --port 0 --json', does: 'a throwaway server for tests, on a free port' },
  { line: 'serve --open', does: 'open the web interface in a browser, signed in' },
  { line: 'serve --config colophon.yaml', does: 'read the options from a file' },
];

/** `colophon serve`: runs a server until SIGTERM or SIGINT. */
export function serveCommand(context: CommandContext): Command {
  const command = newCommand(
    'serve',
    'Start the catalog server. Every option is described in docs/config.md.',
    EXAMPLES,
  );
  command.option('--config <file>', 'YAML file with options (default: $COLOPHON_CONFIG)');
  command.option(
    '--demo',
    'load sample data if the catalog has none; keeps all data in memory unless you choose a place for it',
  );
  const attributes = new Map<string, string>();
  for (const { flag, name, option } of DECLARED_OPTIONS) {
    const declared = new Option(
      `${flag} ${option.type.placeholder}`,
      `${option.help} ${defaultText(option.default)}`,
    );
    attributes.set(name, declared.attributeName());
    command.addOption(declared);
    if (option.default === true) command.addOption(new Option(flag.replace('--', '--no-'), 'Same as false'));
  }
  return command.action(async (given: Readonly<Record<string, unknown>>) => {
    const flags = Object.fromEntries([...attributes].map(([name, attribute]) => [name, given[attribute]]));
    const configFile = typeof given['config'] === 'string' ? given['config'] : undefined;
    const hasDemo = given['demo'] === true;
    const config = readConfig(
      hasDemo ? { ...flags, ...placeOfDemo(flags, configFile, context) } : flags,
      configFile,
      context,
    );
    await serve(config, hasDemo, context);
  });
}

/** Options that say where data is kept. */
const PLACES = ['data', 'store', 'memory'];

/** The demo is for trying: without a choice of a place for its data, nothing is written to disk. */
function placeOfDemo(
  flags: Readonly<Record<string, unknown>>,
  configFile: string | undefined,
  { environment }: CommandContext,
): Readonly<Record<string, unknown>> {
  const isChosen = DECLARED_OPTIONS.some(
    (one) =>
      PLACES.includes(one.name) &&
      [flags[one.name], ...one.environment.map((name) => environment[name])].some(
        (value) => value !== undefined,
      ),
  );
  return isChosen || (configFile ?? environment['COLOPHON_CONFIG']) !== undefined ? {} : { memory: true };
}

function defaultText(value: unknown): string {
  return Array.isArray(value) ? '(default: none)' : `(default: ${String(value)})`;
}

function readConfig(
  flags: Readonly<Record<string, unknown>>,
  configFile: string | undefined,
  { environment, folder }: CommandContext,
): Config {
  try {
    return loadConfig({ flags, configFile, environment, folder });
  } catch (error) {
    // An invalid option is a usage error, whether it is a flag, a variable or in the file.
    if (error instanceof CatalogError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

async function serve(config: Config, hasDemo: boolean, context: CommandContext): Promise<void> {
  const stopping = new AbortController();
  const stop = untilStopped().then(() => stopping.abort(new StoppedWhileStarting()));
  const server = await start(config, context, stopping.signal);
  if (server === undefined) return;
  try {
    await Promise.race([server.filled, stop]);
    if (hasDemo && !stopping.signal.aborted) await Promise.race([loadDemo(server, context), stop]);
    const isRootOffered = await offersRoot(config, server, context);
    const token = isRootOffered ? { token: server.rootToken() } : {};
    if (config.json) context.print(JSON.stringify({ url: server.url, ...token }));
    else context.print(welcome(config, server, isRootOffered));
    if (!config.json && context.notesAreOnTerminal) context.notify(nextSteps(server, hasDemo));
    if (config.open)
      await context.openAddress(config.login.rootLink === false ? server.url : server.loginUrl);
    await stop;
    // With --json, the log has only JSON lines.
    if (!config.json && context.notesAreOnTerminal) context.notify('Stopping: waiting for open requests.');
  } finally {
    await server.close();
  }
}

/** Loads the demo, unless the catalog has assets. */
async function loadDemo(server: RunningServer, context: CommandContext): Promise<void> {
  try {
    await new CatalogClient({ url: server.url, token: server.rootToken() }).request(
      'POST',
      '/api/colophon/v1/demo',
      {},
    );
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'CONFLICT') throw error;
    context.notify('The demo was not loaded, because the catalog has assets already.');
  }
}

/** Whether to print the login link of the root user. */
async function offersRoot(
  { login: { rootLink } }: Config,
  server: RunningServer,
  { notesAreOnTerminal }: CommandContext,
): Promise<boolean> {
  if (rootLink !== 'auto') return rootLink;
  return notesAreOnTerminal || !(await server.offersLogin());
}

/** Thrown to abort a start. */
class StoppedWhileStarting extends Error {}

/** Starts the server; undefined if the signal aborts the start, which ends after the current step. */
async function start(
  config: Config,
  { beginStartStep, notify }: CommandContext,
  signal: AbortSignal,
): Promise<RunningServer | undefined> {
  const beginStep = (name: string): void => {
    signal.throwIfAborted();
    beginStartStep?.(name);
  };
  try {
    const { startServer } = await import('../../server.ts');
    return await startServer(config, { beginStep });
  } catch (error) {
    if (error instanceof StoppedWhileStarting) {
      if (!config.json) notify('Stopped before the server was ready.');
      return undefined;
    }
    if (!(error instanceof Error && 'code' in error)) throw error;
    const remedy = LISTEN_REMEDIES.get(error.code);
    if (remedy === undefined) throw error;
    const { frontendPort, host, port } = config;
    const isSecond = frontendPort !== 0 && 'port' in error && error.port === frontendPort;
    const [option, tried] = isSecond ? ['--frontend-port', frontendPort] : ['--port', port];
    throw new CatalogError('CONFLICT', `Cannot listen on ${host} port ${tried}: ${remedy(option)}`, {
      cause: error,
    });
  }
}

/** Remedies for failures of `listen`, by error code. `option`: the option that sets the port. */
const LISTEN_REMEDIES: ReadonlyMap<unknown, (option: string) => string> = new Map([
  [
    'EADDRINUSE',
    (option: string) => `the port is in use. Choose another port with ${option}${anyFree(option)}.`,
  ],
  ['EACCES', (option: string) => `permission denied. Choose a port above 1023 with ${option}.`],
  ['EADDRNOTAVAIL', () => 'this machine does not have that address. Choose another with --host.'],
  ['ENOTFOUND', () => 'the host name is unknown. Choose another with --host.'],
]);

function anyFree(option: string): string {
  return option === '--port' ? ', or any free one with --port 0' : '';
}

function welcome(config: Config, server: RunningServer, isRootOffered: boolean): string {
  return [
    `Colophon ${BUILD} is ready at ${server.url}`,
    ...(config.store === '' ? [] : [`  store      PostgreSQL at ${shownAddress(config.store)}`]),
    ...(config.search === '' ? [] : [`  search     OpenSearch at ${shownAddress(config.search)}`]),
    `  data       ${config.memory ? 'in memory, lost when the process ends' : config.data}`,
    `  log in     ${isRootOffered ? server.loginUrl : `${server.url}/login`}`,
    `  stop with  Ctrl+C`,
  ].join('\n');
}

/** For somebody who has just started the first server. */
function nextSteps({ url }: RunningServer, hasDemo: boolean): string {
  return [
    '',
    'Next:',
    hasDemo
      ? '  Open the login link and search for ad_clicks.'
      : '  Open the login link. The start page of an empty catalog loads sample data with one button.',
    `  Commands in another terminal: DATAHUB_GMS_URL=${url} and a token (account menu, Access tokens).`,
    'Nothing is sent to anybody unless you configure it: no telemetry, no search for updates.',
  ].join('\n');
}
