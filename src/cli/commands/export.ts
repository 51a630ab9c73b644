import type { Command } from 'commander';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { addConnectionOptions, newCommand } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { cursorOfNow } from '../changes/read-changes.ts';
import { exportedTypes, inWritingOrder, type ExportedType } from '../export/exported-types.ts';
import { withLineOutput } from '../export/line-output.ts';
import { ProposalArray } from '../export/proposal-array.ts';
import { entityLines, proposalLine } from '../export/proposal-lines.ts';
import { countEntities, readEntities, scrollEntities } from '../export/read-entities.ts';
import { readPoints } from '../export/read-points.ts';
import { counted } from '../output.ts';
import { Progress } from '../progress.ts';
import { urnArgument } from '../arguments/urn-argument.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly out?: string;
  readonly type: readonly string[];
  readonly urn: readonly string[];
}

/** Work shorter than this shows no progress bar. */
const QUIET_MS = 2_000;

/** `colophon export`: writes everything the caller may read as metadata change proposals. */
export function exportCommand(context: CommandContext): Command {
  const about =
    'Export entities, soft-deleted ones included, and their timeseries aspects as metadata change proposals: a JSON ' +
    "array, one proposal per line. 'colophon import' and the file source of 'datahub ingest' read it.";
  const command = newCommand('export', about, [
    { line: 'export --out catalog.json', does: 'everything you may read' },
    { line: 'export --type structuredProperty tag', does: 'only entities of these types' },
    { line: "export --urn 'urn:li:tag:pii' --out tag.json", does: 'one entity' },
  ])
    .option('--out <file>', 'output file, created once it is complete (default: standard output)')
    .option('--type <name...>', 'only entities of these types', [])
    .option('--urn <urn...>', 'only these entities', []);
  return addConnectionOptions(command).action((flags: Flags) => exportCatalog(flags, context));
}

async function exportCatalog(flags: Flags, context: CommandContext): Promise<void> {
  if (flags.type.length > 0 && flags.urn.length > 0) {
    throw new UsageError('--type and --urn cannot be combined. Remove one of them.');
  }
  const urns = [...new Set(flags.urn.map(urnArgument))];
  await withCatalog(flags, context, async (client) => {
    const cursor = await cursorOfNow(client);
    const types = await exportedTypes(client, urns.length > 0 ? urns.map(entityTypeOf) : flags.type);
    const written = await withLineOutput(flags.out, context, async (write) => {
      const proposals = new ProposalArray(write);
      const points = urns.length > 0 ? new Set<string>(urns) : undefined;
      await writeEntities(client, types, urns, proposals, context);
      await writePoints(client, types, points, proposals);
      await proposals.end();
      return proposals.count;
    });
    if (flags.out !== undefined) context.notify(`Wrote ${counted(written, 'proposal')} to ${flags.out}.`);
    if (cursor !== undefined) context.notify(`Later changes: colophon changes --since ${cursor}`);
  });
}

async function writeEntities(
  client: CatalogClient,
  types: readonly ExportedType[],
  urns: readonly Urn[],
  proposals: ProposalArray,
  context: CommandContext,
): Promise<void> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const write = (texts: readonly string[]): Promise<void> =>
    proposals.add(texts.flatMap((text) => entityLines(text, byName)));
  if (urns.length > 0) return write(await readEntities(client, urns));
  const progress = new Progress(await countEntities(client, types), 'entities', context, QUIET_MS);
  for (const group of inWritingOrder(types)) {
    for await (const page of scrollEntities(client, group)) {
      await write(page);
      progress.advance(page.length);
    }
  }
}

async function writePoints(
  client: CatalogClient,
  types: readonly ExportedType[],
  urns: ReadonlySet<string> | undefined,
  proposals: ProposalArray,
): Promise<void> {
  for await (const page of readPoints(client, types)) {
    await proposals.add(page.filter(({ urn }) => urns?.has(urn) !== false).map(proposalLine));
  }
}
