import { Command, Option } from 'commander';
import { shellLine } from './shell-words.ts';

/** An example in a help text: arguments of `colophon`, and what they do. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Format of printed results: `table` for people, `json` for programs. */
export type OutputFormat = 'table' | 'json';

/** Creates a command whose help ends with the examples. It rejects excess arguments. */
export function newCommand(name: string, summary: string, examples: readonly Example[]): Command {
  const command = new Command(name).description(summary).allowExcessArguments(false);
  if (examples.length > 0) {
    const lines = examples.flatMap(({ line, does }) => [`  # ${does}`, `  $ colophon ${shellLine(line)}`]);
    command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
  }
  return command;
}

/** Adds `--format`; the default is `table`. */
export function addFormatOption(command: Command): Command {
  const format = new Option('--format <format>', 'output format: table for people, json for programs');
  return command.addOption(format.choices(['table', 'json']).default('table'));
}

/** Adds the options that select the catalog: `--server` and `--token`, or `--data`. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option(
      '--server <url>',
      'URL of the server (default: $DATAHUB_GMS_URL, else the server that runs on ./colophon-data, else ~/.datahubenv)',
    )
    .option(
      '--token <token>',
      'access token (default: $DATAHUB_GMS_TOKEN, or that of ./colophon-data or ~/.datahubenv with its server)',
    )
    .option(
      '--data <folder>',
      'data folder instead of --server; works with or without a server running on it',
    );
}
