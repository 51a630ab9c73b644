import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { serverMoment } from '../arguments/moment.ts';
import { entityArgument } from '../arguments/urn-argument.ts';
import { differenceLines } from '../changes/difference-lines.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly from: string;
  readonly to: string;
  readonly format: OutputFormat;
}

/** `colophon diff`: shows how an entity differs between two points in time. */
export function diffCommand(context: CommandContext): Command {
  const command = newCommand('diff', 'Show how an entity differs between two points in time.', [
    { line: 'diff --urn urn:li:tag:pii --from 2d', does: 'changes of the last two days' },
    {
      line: "diff --urn 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)' --from 2026-03-01 --to 2026-03-02T12:00",
      does: 'changes between two times',
    },
  ])
    .requiredOption('--urn <urn>', 'urn of the entity')
    .requiredOption('--from <moment>', 'a time, an age such as 2d, or a cursor of the change feed')
    .option('--to <moment>', 'like --from; or now', 'now');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => diff(flags, context));
}

async function diff(flags: Flags, context: CommandContext): Promise<void> {
  const now = Date.now();
  const query = new URLSearchParams({
    urn: entityArgument(flags.urn),
    from: serverMoment(flags.from, now),
    to: serverMoment(flags.to, now),
  });
  const answer = await withCatalog(flags, context, async (client) =>
    asObject(await client.request('GET', `/api/colophon/v1/diff?${query.toString()}`), 'The answer'),
  );
  context.print(flags.format === 'json' ? jsonText(answer) : diffText(answer));
}

function diffText({ differences, urn }: JsonObject): string {
  const aspects = asList(differences, 'differences').map((item) => asObject(item, 'difference'));
  if (aspects.length === 0) return `No differences in ${asText(urn, 'urn')}.`;
  return aspects
    .flatMap(({ after = null, aspectName, before = null }) => [
      `${asText(aspectName, 'aspectName')}:`,
      ...differenceLines(before, after).map((line) => `  ${line}`),
    ])
    .join('\n');
}
