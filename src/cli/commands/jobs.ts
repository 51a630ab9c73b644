import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand } from '../command.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog } from '../connect.ts';
import type { ConnectionFlags } from '../connect.ts';
import { jsonText, tableText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const COLUMNS = ['PROPERTY', 'BECAUSE', 'STATE', 'FOUND', 'PATCHED', 'LEFT', 'PER SECOND', 'DONE BY'];

/** `colophon jobs`: how far the removal of the values of deleted and broken properties has come. */
export function jobsCommand(context: CommandContext): Command {
  const command = newCommand('jobs', 'Show how the removal of the values of deleted properties stands.', [
    { line: 'jobs', does: 'a table, the latest first' },
    { line: 'jobs --format json', does: 'the same for programs, times in epoch milliseconds' },
  ]);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => jobs(flags, context));
}

async function jobs(flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', '/api/colophon/v1/jobs'),
  );
  const reports = asList(asObject(answer, 'The answer')['jobs'], 'jobs').map((item) => asObject(item, 'job'));
  if (flags.format === 'json') context.print(jsonText({ jobs: reports }));
  else if (reports.length === 0)
    context.notify('No property has been deleted or broken, so there is nothing to remove.');
  else context.print(tableText(COLUMNS, reports.map(row)));
}

function row(report: JsonObject): readonly string[] {
  return [
    asText(report['propertyUrn'], 'propertyUrn').replace('urn:li:structuredProperty:', ''),
    asText(report['reason'], 'reason'),
    asText(report['state'], 'state'),
    ...['found', 'patched', 'left', 'rate'].map((member) => String(numberOf(report[member]))),
    time(report['finishedAt'] ?? report['estimatedEndAt']),
  ];
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function time(value: JsonValue | undefined): string {
  return typeof value === 'number' ? new Date(value).toISOString() : '';
}
