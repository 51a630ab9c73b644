import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText, printable, tableText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly kind?: readonly string[];
  readonly limit?: number;
  readonly format: OutputFormat;
}

/** `colophon find`: entities whose names match a text, or similar texts. */
export function findCommand(context: CommandContext): Command {
  const command = newCommand(
    'find',
    'Find assets, properties, views and people by name, best matches first.',
    [
      { line: 'find orders', does: 'everything with this name, or a name that has it' },
      { line: 'find jane --kind people', does: 'only users and groups' },
      { line: 'find custmer', does: 'no name matches: suggests customer' },
    ],
  )
    .argument('<text>', 'name or part of a name')
    .option('--kind <kinds...>', 'assets, vocabulary, properties, views or people; default: all')
    .addOption(wholeNumberOption('--limit <number>', 'maximum number of entities of each kind; default: 5'));
  return addFormatOption(addConnectionOptions(command)).action((text: string, flags: Flags) =>
    find(text, flags, context),
  );
}

async function find(text: string, flags: Flags, context: CommandContext): Promise<void> {
  const query = new URLSearchParams({ text });
  for (const kind of flags.kind ?? []) query.append('kinds', kind.toUpperCase());
  if (flags.limit !== undefined) query.set('limit', String(flags.limit));
  const answer = await withCatalog(flags, context, async (client) =>
    asObject(await client.request('GET', `/api/colophon/v1/suggestions?${query.toString()}`), 'The answer'),
  );
  context.print(flags.format === 'json' ? jsonText(answer) : foundText(answer));
}

function foundText(answer: JsonObject): string {
  const rows = objectsOf(answer, 'groups').flatMap((group) =>
    objectsOf(group, 'suggestions').map((found) => [
      asText(group['kind'], 'kind').toLowerCase(),
      asText(found['name'], 'name'),
      asText(found['urn'], 'urn'),
    ]),
  );
  if (rows.length > 0) return tableText(['KIND', 'NAME', 'URN'], rows);
  const similar = objectsOf(answer, 'didYouMean').map(({ text }) => printable(asText(text, 'text')));
  return similar.length === 0
    ? 'Nothing found.'
    : `Nothing found. Did you mean ${similar.map((text) => `'${text}'`).join(' or ')}?`;
}

function objectsOf(object: JsonObject, member: string): readonly JsonObject[] {
  return asList(object[member], member).map((item) => asObject(item, member));
}
