import type { Command } from 'commander';
import { serverMoment } from '../arguments/moment.ts';
import { urnArgument } from '../arguments/urn-argument.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { changeLines } from '../changes/change-lines.ts';
import { readChanges } from '../changes/read-changes.ts';
import { addConnectionOptions, newCommand } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { restartedServer, withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';

interface Flags extends ConnectionFlags {
  readonly since?: string;
  readonly follow?: boolean;
  readonly entityType?: readonly string[];
  readonly aspect?: readonly string[];
  readonly urn?: readonly string[];
  readonly property?: readonly string[];
  readonly run?: readonly string[];
  readonly limit?: number;
  readonly json?: boolean;
}

const PROPERTY = 'urn:li:structuredProperty:';

/** `colophon changes`: reads and follows the change feed. */
export function changesCommand(context: CommandContext): Command {
  const command = newCommand('changes', 'Show changes, oldest first, or follow new ones.', [
    { line: 'changes --since 2h', does: 'changes of the last two hours' },
    { line: 'changes --follow --entity-type dataset', does: 'changes of datasets from now on' },
    {
      line: 'changes --since oldest --property team --json',
      does: 'changes of a property, as lines of JSON',
    },
  ])
    .option(
      '--since <time>',
      'changes since a day, a time (UTC), an age (2h, 7d), a cursor or oldest (default: 1d, with --follow now)',
    )
    .option('--follow', 'wait for new changes until stopped; survives restarts of the server')
    .option('--entity-type <name...>', 'only changes of entities of these types')
    .option('--aspect <name...>', 'only changes of these aspects')
    .option('--urn <urn...>', 'only changes of these entities')
    .option('--property <name...>', 'only changes of values of these structured properties, by name or urn')
    .option('--run <id...>', 'only changes by these ingestion runs')
    .addOption(wholeNumberOption('--limit <number>', 'stop after this number of changes'))
    .option('--json', 'one JSON object per line, for programs');
  return addConnectionOptions(command).action((flags: Flags) => showChanges(flags, context));
}

async function showChanges(flags: Flags, context: CommandContext): Promise<void> {
  const { follow = false, json = false, limit = Infinity } = flags;
  const query = queryOf(flags);
  await withCatalog(flags, context, async (client) => {
    let left = limit;
    let cursor = '';
    const renew = (): Promise<CatalogClient | undefined> => restartedServer(flags, context, client.url);
    for await (const page of readChanges(client, { query, follow, renew, notify: context.notify })) {
      ({ cursor } = page);
      const events = page.events.slice(0, left);
      for (const event of events) context.print(json ? event : changeLines(event));
      left -= events.length;
      if (left === 0) return;
    }
    context.notify(`Later changes: colophon changes --since ${cursor}`);
  });
}

function queryOf({ aspect, entityType, follow = false, property, run, since, urn }: Flags): URLSearchParams {
  const query = new URLSearchParams({ since: serverMoment(since ?? (follow ? 'now' : '1d'), Date.now()) });
  const add = (name: string, values: readonly string[] = []): void => {
    for (const value of values) query.append(name, value);
  };
  add('entityType', entityType);
  add('aspect', aspect);
  add('urn', urn?.map(urnArgument));
  add('property', property?.map(propertyOf));
  add('runId', run);
  return query;
}

function propertyOf(name: string): string {
  return name.startsWith(PROPERTY) ? name : PROPERTY + name;
}
