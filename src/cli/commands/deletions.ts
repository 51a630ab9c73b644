import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText, tableText } from '../output.ts';
import { shellWord } from '../shell-words.ts';

interface Flags extends ConnectionFlags {
  readonly type?: readonly string[];
  readonly cursor?: string;
  readonly format: OutputFormat;
}

/** `colophon deletions`: what was deleted for good and can be restored. */
export function deletionsCommand(context: CommandContext): Command {
  const command = newCommand(
    'deletions',
    'List hard-deleted entities and cleared property values that can be restored, latest first.',
    [
      { line: 'deletions', does: 'the latest 50, each with the command that restores it' },
      { line: 'deletions --type dataset structuredProperty', does: 'only these entity types' },
    ],
  )
    .option('--type <name...>', 'only these entity types; default: all but columns')
    .option('--cursor <cursor>', 'continue after a page');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

async function list({ cursor, type = [], ...flags }: Flags, context: CommandContext): Promise<void> {
  const parameters = new URLSearchParams(type.map((name) => ['entityTypes', name]));
  if (cursor !== undefined) parameters.set('cursor', cursor);
  const path = `/api/colophon/v1/deletions?${parameters.toString()}`;
  const page = await withCatalog(flags, context, async (client) =>
    asObject(await client.request('GET', path), 'The answer'),
  );
  if (flags.format === 'json') {
    context.print(jsonText(page));
    return;
  }
  const rows = asList(page['deletions'], 'deletions').map((one) => row(asObject(one, 'deletion')));
  if (rows.length === 0) context.notify('Nothing can be restored.');
  else context.print(tableText(['DELETED', 'BY', 'RESTORE WITH'], rows));
  if (typeof page['next'] === 'string') context.notify(`For more, add --cursor ${page['next']}`);
}

function row({ actor, kind, sequence, time, urn }: JsonObject): readonly string[] {
  const when = new Date(typeof time === 'number' ? time : 0).toISOString();
  const undo =
    kind === 'values'
      ? `--plan ${typeof sequence === 'number' ? sequence : ''}`
      : `--urn ${shellWord(asText(urn, 'urn'))}`;
  return [when, asText(actor, 'actor'), `colophon undo ${undo}`];
}
