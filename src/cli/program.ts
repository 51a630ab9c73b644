import type { Command } from 'commander';
import { VERSION } from '../version.ts';
import { newCommand } from './command.ts';
import type { CommandContext } from './command-context.ts';

/** A command that is loaded when it is called, so that each pays for itself only. */
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
    summary: 'Remember a server and an access token in ~/.datahubenv.',
    load: async (context) => (await import('./commands/init.ts')).initCommand(context),
  },
  properties: {
    summary: 'Show, list, create and change structured property definitions.',
    load: async (context) => (await import('./commands/properties.ts')).propertiesCommand(context),
  },
  dataset: {
    summary: 'Show a dataset with its structured properties.',
    load: async (context) => (await import('./commands/dataset.ts')).datasetCommand(context),
  },
  delete: {
    summary: 'Delete an entity: softly, or for good with --hard.',
    load: async (context) => (await import('./commands/delete.ts')).deleteCommand(context),
  },
  restore: {
    summary: 'Bring a soft-deleted entity back.',
    load: async (context) => (await import('./commands/restore.ts')).restoreCommand(context),
  },
  jobs: {
    summary: 'Show how the removal of the values of deleted properties stands.',
    load: async (context) => (await import('./commands/jobs.ts')).jobsCommand(context),
  },
  audit: {
    summary: 'Show who did what and who was refused.',
    load: async (context) => (await import('./commands/audit.ts')).auditCommand(context),
  },
  'system-update': {
    summary: 'Bring stored state to this version: clean and rebuild the search index.',
    load: async (context) => (await import('./commands/system-update.ts')).systemUpdateCommand(context),
  },
  doctor: {
    summary: 'Compare the search index with the store, and repair it.',
    load: async (context) => (await import('./commands/doctor.ts')).doctorCommand(context),
  },
  token: {
    summary: 'Create, list, show and revoke access tokens.',
    load: async (context) => (await import('./commands/token.ts')).tokenCommand(context),
  },
  user: {
    summary: 'Create, list, invite, suspend and remove users, and set passwords.',
    load: async (context) => (await import('./commands/user.ts')).userCommand(context),
  },
  group: {
    summary: 'Create, list and remove groups, and decide who is in them.',
    load: async (context) => (await import('./commands/group.ts')).groupCommand(context),
  },
  policy: {
    summary: 'List policies, explain what they allow, and test that.',
    load: async (context) => (await import('./commands/policy.ts')).policyCommand(context),
  },
  export: {
    summary: 'Write the catalog into a file of change proposals.',
    load: async (context) => (await import('./commands/export.ts')).exportCommand(context),
  },
  import: {
    summary: 'Send a file of change proposals to a catalog.',
    load: async (context) => (await import('./commands/import.ts')).importCommand(context),
  },
  migrate: {
    summary: 'Copy a stopped catalog from one store to another, with everything.',
    load: async (context) => (await import('./commands/migrate.ts')).migrateCommand(context),
  },
  demo: {
    summary: 'Fill an empty catalog with a made-up company.',
    load: async (context) => (await import('./commands/demo.ts')).demoCommand(context),
  },
};

const EXAMPLES = [
  { line: 'serve', does: 'start a catalog that keeps its data in ./colophon-data' },
  { line: 'demo --data ./colophon-data', does: 'fill it with a made-up company' },
  { line: 'properties upsert -f properties.yaml', does: 'create structured properties' },
];

/** The whole command line; of the commands only the one that `args` names is loaded, the others are listed. */
export async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = newCommand('colophon', 'A metadata catalog with typed structured properties.', EXAMPLES)
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--debug', 'show where in the code an error comes from');
  const called = args.find((arg) => !arg.startsWith('-'));
  const helpFor = called === 'help' ? args[args.indexOf(called) + 1] : called;
  for (const [name, command] of Object.entries(COMMANDS)) {
    const loaded = name === helpFor ? await command.load(context) : newCommand(name, command.summary, []);
    program.addCommand(loaded.summary(command.summary));
  }
  return program;
}
