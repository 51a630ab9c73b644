import { Command, Option } from 'commander';

/** One line of a help text: what to type, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** How results are printed. */
export type OutputFormat = 'table' | 'json';

/** A command with help that ends in examples. */
export function newCommand(name: string, summary: string, examples: readonly Example[]): Command {
  const command = new Command(name).description(summary).allowExcessArguments(false);
  if (examples.length > 0) {
    const lines = examples.flatMap(({ line, does }) => [`  # ${does}`, `  $ colophon ${line}`]);
    command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
  }
  return command;
}

/** Lets a command print for people or for programs. */
export function addFormatOption(command: Command): Command {
  const format = new Option('--format <format>', 'table for people, json for programs');
  return command.addOption(format.choices(['table', 'json']).default('table'));
}

/** Lets a command say which server it talks to. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--server <url>', 'address of the server (else $DATAHUB_GMS_URL, then ~/.datahubenv)')
    .option('--token <token>', 'access token (else $DATAHUB_GMS_TOKEN, then ~/.datahubenv)')
    .option('--data <folder>', 'data folder instead of a server; it is opened when no server holds it');
}
