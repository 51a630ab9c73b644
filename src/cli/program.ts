import type { Command } from 'commander';
import { BUILD } from '../version.ts';
import { newCommand } from './command.ts';
import type { CommandContext } from './command-context.ts';

/** A command whose module is loaded only when it is called, for a fast start. */
interface LazyCommand {
  readonly summary: string;
  readonly load: (context: CommandContext) => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, LazyCommand>> = {
  serve: {
    summary: 'Start the catalog server.',
    load: async (context) => (await import('./commands/serve.ts')).serveCommand(context),
  },
  init: {
    summary: 'Save a server and an access token in ~/.datahubenv.',
    load: async (context) => (await import('./commands/init.ts')).initCommand(context),
  },
  properties: {
    summary: 'Show, list, create and change structured property definitions.',
    load: async (context) => (await import('./commands/properties/properties.ts')).propertiesCommand(context),
  },
  find: {
    summary: 'Find assets, properties, views and people by name.',
    load: async (context) => (await import('./commands/find.ts')).findCommand(context),
  },
  dataset: {
    summary: 'Show a dataset with its structured properties.',
    load: async (context) => (await import('./commands/dataset.ts')).datasetCommand(context),
  },
  assign: {
    summary: 'Set values of many assets from a CSV table, after a comparison.',
    load: async (context) => (await import('./commands/assign.ts')).assignCommand(context),
  },
  proposals: {
    summary: 'List, show, approve, reject, withdraw and discuss proposed changes.',
    load: async (context) => (await import('./commands/proposals/proposals.ts')).proposalsCommand(context),
  },
  delete: {
    summary: 'Soft-delete an entity, or hard-delete it with --hard.',
    load: async (context) => (await import('./commands/delete.ts')).deleteCommand(context),
  },
  restore: {
    summary: 'Restore a soft-deleted entity.',
    load: async (context) => (await import('./commands/restore.ts')).restoreCommand(context),
  },
  diff: {
    summary: 'Show how an entity differs between two points in time.',
    load: async (context) => (await import('./commands/diff.ts')).diffCommand(context),
  },
  undo: {
    summary: 'Undo a deletion, a bulk edit, a plan or an ingestion run.',
    load: async (context) => (await import('./commands/undo.ts')).undoCommand(context),
  },
  deletions: {
    summary: 'List what was deleted for good and can be restored.',
    load: async (context) => (await import('./commands/deletions.ts')).deletionsCommand(context),
  },
  jobs: {
    summary: 'Show the jobs that remove values of deleted or incompatibly changed properties.',
    load: async (context) => (await import('./commands/jobs.ts')).jobsCommand(context),
  },
  audit: {
    summary: 'Show the audit log: changes and denied requests.',
    load: async (context) => (await import('./commands/audit.ts')).auditCommand(context),
  },
  changes: {
    summary: 'Show changes, or follow new ones.',
    load: async (context) => (await import('./commands/changes.ts')).changesCommand(context),
  },
  executor: {
    summary: 'Show how to start an executor, which runs ingestion sources.',
    load: async (context) => (await import('./commands/executor.ts')).executorCommand(context),
  },
  webhooks: {
    summary: 'Create, list, test, rotate, replay and delete webhooks.',
    load: async (context) => (await import('./commands/webhooks/webhooks.ts')).webhooksCommand(context),
  },
  'system-update': {
    summary: 'Upgrade stored data to this version; clean or rebuild the search index.',
    load: async (context) => (await import('./commands/system-update.ts')).systemUpdateCommand(context),
  },
  doctor: {
    summary: 'Check the search index and the names of properties; repair the index.',
    load: async (context) => (await import('./commands/doctor.ts')).doctorCommand(context),
  },
  token: {
    summary: 'Create, list, show and revoke access tokens.',
    load: async (context) => (await import('./commands/tokens/token.ts')).tokenCommand(context),
  },
  user: {
    summary: 'Create, list, invite, suspend and remove users, and set passwords.',
    load: async (context) => (await import('./commands/users/user.ts')).userCommand(context),
  },
  group: {
    summary: 'Create, list and delete groups, and change their members.',
    load: async (context) => (await import('./commands/group.ts')).groupCommand(context),
  },
  policy: {
    summary: 'List, explain and test access policies.',
    load: async (context) => (await import('./commands/policy.ts')).policyCommand(context),
  },
  export: {
    summary: 'Export the catalog to a file of metadata change proposals.',
    load: async (context) => (await import('./commands/export.ts')).exportCommand(context),
  },
  import: {
    summary: 'Import a file of metadata change proposals.',
    load: async (context) => (await import('./commands/import.ts')).importCommand(context),
  },
  backup: {
    summary: 'Back up the data folder of a catalog, also while its server runs.',
    load: async (context) => (await import('./commands/backup.ts')).backupCommand(context),
  },
  'restore-backup': {
    summary: 'Restore a backup into an empty data folder.',
    load: async (context) => (await import('./commands/restore-backup.ts')).restoreBackupCommand(context),
  },
  migrate: {
    summary: 'Copy a stopped catalog to another store, SQLite or PostgreSQL.',
    load: async (context) => (await import('./commands/migrate.ts')).migrateCommand(context),
  },
  'partition-tables': {
    summary: 'Split the large tables of a PostgreSQL store into partitions.',
    load: async (context) => (await import('./commands/partition-tables.ts')).partitionTablesCommand(context),
  },
  mcp: {
    summary: 'Connect an agent over standard input and output.',
    load: async (context) => (await import('./commands/mcp.ts')).mcpCommand(context),
  },
  demo: {
    summary: 'Load sample data of a fictional company into an empty catalog.',
    load: async (context) => (await import('./commands/demo.ts')).demoCommand(context),
  },
};

const EXAMPLES = [
  { line: 'serve', does: 'start a catalog with its data in ./colophon-data' },
  { line: 'demo', does: 'load sample data into it, from another terminal' },
  { line: 'properties upsert -f properties.yaml', does: 'create structured properties' },
];

const SERVER_ORDER = `
Commands go to --server or --data, else to $DATAHUB_GMS_URL, else to the server that
runs on ./colophon-data, else to the one that init saved; they say so in the last case.`;

/** Builds the command line. Loads only the command in `args`; the others are listed without options. */
export async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = newCommand('colophon', 'A metadata catalog with typed structured properties.', EXAMPLES)
    .version(BUILD, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--debug', 'print the stack trace of an error')
    .addHelpText('after', SERVER_ORDER);
  const called = args.find((arg) => !arg.startsWith('-'));
  const helpFor = called === 'help' ? args[args.indexOf(called) + 1] : called;
  for (const [name, command] of Object.entries(COMMANDS)) {
    const loaded = name === helpFor ? await command.load(context) : newCommand(name, command.summary, []);
    program.addCommand(loaded.summary(command.summary));
  }
  return program;
}
