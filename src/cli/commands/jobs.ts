import type { Command } from 'commander';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { jsonText, tableText } from '../output.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

const COLUMNS = ['PROPERTY', 'REASON', 'STATE', 'FOUND', 'PATCHED', 'REMAINING', 'PER SECOND', 'END'];

/** `colophon jobs`: background jobs that remove values of properties that were deleted or changed incompatibly. */
export function jobsCommand(context: CommandContext): Command {
  const command = newCommand(
    'jobs',
    'Show the jobs that remove values of deleted or incompatibly changed properties.',
    [
      { line: 'jobs', does: 'all jobs, newest first' },
      { line: 'jobs --format json', does: 'as JSON, times in epoch milliseconds' },
    ],
  );
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => jobs(flags, context));
}

async function jobs(flags: Flags, context: CommandContext): Promise<void> {
  const answer = await withCatalog(flags, context, (client) =>
    client.request('GET', '/api/colophon/v1/jobs'),
  );
  const reports = asList(asObject(answer, 'The answer')['jobs'], 'jobs').map((item) => asObject(item, 'job'));
  if (flags.format === 'json') context.print(jsonText({ jobs: reports }));
  else if (reports.length === 0)
    context.notify('There are no jobs: no property was deleted or changed incompatibly.');
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
