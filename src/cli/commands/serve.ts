import { Option } from 'commander';
import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { DECLARED_OPTIONS } from '../../config/options.ts';
import type { Config } from '../../config/options.ts';
import { CatalogError } from '../../errors.ts';
import type { RunningServer } from '../../server.ts';
import { shownAddress } from '../../util/service-address.ts';
import { BUILD } from '../../version.ts';
import { newCommand } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../usage-error.ts';

const EXAMPLES = [
  { line: 'serve', does: 'data in ./colophon-data, listening at http://127.0.0.1:8080' },
  { line: 'serve --data /var/lib/colophon --port 9000', does: 'set the data folder and the port' },
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
  const attributes = new Map<string, string>();
  for (const { flag, name, option } of DECLARED_OPTIONS) {
    const declared = new Option(
      `${flag} ${option.type.placeholder}`,
      `${option.help} ${defaultText(option.default)}`,
    );
    attributes.set(name, declared.attributeName());
    command.addOption(declared);
    if (option.default === true)
      command.addOption(new Option(flag.replace('--', '--no-'), 'The same as false'));
  }
  return command.action(async (given: Readonly<Record<string, unknown>>) => {
    const flags = Object.fromEntries([...attributes].map(([name, attribute]) => [name, given[attribute]]));
    const configFile = typeof given['config'] === 'string' ? given['config'] : undefined;
    await serve(readConfig(flags, configFile, context), context);
  });
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

async function serve(config: Config, context: CommandContext): Promise<void> {
  const stop = untilStopped();
  const server = await start(config, context);
  try {
    await Promise.race([server.filled, stop]);
    if (config.json) context.print(JSON.stringify({ url: server.url, token: server.rootToken() }));
    else context.print(welcome(config, server));
    if (config.open) context.openAddress(server.loginUrl);
    await stop;
    // A log has JSON lines only.
    if (!config.json && context.notesAreOnTerminal) context.notify('Stopping: waiting for open requests.');
  } finally {
    await server.close();
  }
}

async function start(config: Config, { beginStartStep }: CommandContext): Promise<RunningServer> {
  try {
    const { startServer } = await import('../../server.ts');
    return await startServer(config, beginStartStep && { beginStep: beginStartStep });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const remedy = LISTEN_REMEDIES.get(code);
    if (remedy === undefined) throw error;
    throw new CatalogError('CONFLICT', `Cannot listen on ${config.host} port ${config.port}: ${remedy}`, {
      cause: error,
    });
  }
}

const LISTEN_REMEDIES: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'the port is in use. Choose another port with --port, or any free one with --port 0.'],
  ['EACCES', 'permission denied. Choose a port above 1023 with --port.'],
  ['EADDRNOTAVAIL', 'this machine does not have that address. Choose another with --host.'],
  ['ENOTFOUND', 'the host name is unknown. Choose another with --host.'],
]);

/** Resolves at the first SIGTERM or SIGINT; a second signal ends the process at once with code 1. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}

function welcome(config: Config, server: RunningServer): string {
  return [
    `Colophon ${BUILD} is ready at ${server.url}`,
    ...(config.store === '' ? [] : [`  store      PostgreSQL at ${shownAddress(config.store)}`]),
    ...(config.search === '' ? [] : [`  search     OpenSearch at ${shownAddress(config.search)}`]),
    `  data       ${config.memory ? 'in memory, lost when the process ends' : config.data}`,
    `  log in     ${server.loginUrl}`,
    `  stop with  Ctrl+C`,
  ].join('\n');
}
