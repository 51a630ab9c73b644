import type { Command } from 'commander';
import { stringify } from 'yaml';
import { newCommand } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { serverOfEnvironment, serverUrl } from '../connection/server-address.ts';
import { UsageError } from '../usage-error.ts';
import { quotedForPosix } from '../shell-words.ts';

interface Flags {
  readonly server?: string;
  readonly id: string;
}

const DEFAULT_SERVER = 'http://localhost:8080';
/** Tested version of DataHub's client. */
const CLIENT_VERSION = '1.7.0.17';

/** `colophon executor`: prints the shell commands that start DataHub's executor beside the catalog. */
export function executorCommand(context: CommandContext): Command {
  return newCommand('executor', "Show how to start DataHub's executor, which runs ingestion sources.", [
    { line: 'executor', does: 'print the shell commands that install and start it' },
    {
      line: 'executor --server https://catalog.example.com > start-executor.sh',
      does: 'save the commands in a file',
    },
  ])
    .option('--server <url>', `URL of the server (default: $DATAHUB_GMS_URL, else ${DEFAULT_SERVER})`)
    .option('--id <id>', 'executor id; the executor runs sources with this id', 'default')
    .action((flags: Flags) => context.print(instructions(flags, context)));
}

function instructions({ id, server }: Flags, { environment }: CommandContext): string {
  if (!/^[\w.-]+$/.test(id)) {
    throw new UsageError(`'${id}' is not an executor id. Use letters, digits, '.', '_' and '-'.`);
  }
  const url = serverUrl(server ?? serverOfEnvironment(environment) ?? DEFAULT_SERVER);
  const file = id === 'default' ? 'executor.yaml' : `executor-${id}.yaml`;
  return `# Needs Python 3.10 or newer. Add what your sources need to 'postgres', separated by commas.
pip install 'acryl-datahub-actions[executor]==${CLIENT_VERSION}' 'acryl-datahub[postgres]==${CLIENT_VERSION}' uv

cat > ${file} <<'END'
${stringify(pipeline(id), { singleQuote: true }).trimEnd()}
END

# A token of an administrator: colophon token create --name executor --duration never
export DATAHUB_GMS_URL=${quotedForPosix(url)}
export DATAHUB_GMS_TOKEN='<token>'
datahub actions run -c ${file}`;
}

/** Pipeline of `datahub actions` with the action that runs ingestion sources. */
function pipeline(id: string): object {
  return {
    name: id === 'default' ? 'executor' : `executor-${id}`,
    // From the environment, like the default sink of recipes.
    datahub: { server: '${DATAHUB_GMS_URL}', token: '${DATAHUB_GMS_TOKEN}' },
    source: {
      type: 'datahub-cloud',
      // Looking back a day is harmless: runs that have ended are not repeated.
      config: { topics: ['MetadataChangeLog_Versioned_v1'], lookback_days: 1, infinite_retry: true },
    },
    filter: { event_type: 'MetadataChangeLogEvent_v1', event: { entityType: 'dataHubExecutionRequest' } },
    action: { type: 'executor', config: { executor_id: id } },
  };
}
