import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { entityTypeName } from '../../model/properties/entity-type-id.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { urnArgument, urnOfType } from '../arguments/urn-argument.ts';
import { readTextFile } from '../arguments/read-text-file.ts';
import { wholeNumberOption } from '../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { followJob } from '../follow-job.ts';
import { isAgreed } from '../ask-person.ts';
import { countIn, outcomeText } from '../edit-outcome.ts';
import { counted, jsonText } from '../output.ts';
import { addProposeOptions, proposalWords, propose, type ProposeFlags } from '../proposals/propose.ts';
import { UsageError } from '../usage-error.ts';

interface Flags extends ConnectionFlags, ProposeFlags {
  readonly file?: string;
  readonly property?: string;
  readonly replace?: readonly string[];
  readonly by?: string;
  readonly set?: readonly string[];
  readonly downstreamOf?: string;
  readonly upstreamOf?: string;
  readonly hops?: number;
  readonly stopAtValue?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** Options of an edit along lineage, which has `downstreamOf` or `upstreamOf`. */
const ALONG_LINEAGE = ['set', 'downstreamOf', 'upstreamOf', 'hops', 'stopAtValue'] as const;

const ONE_OF =
  'Use one of --file, --property with --replace and --by, or --property with --set, --hops, and --downstream-of or --upstream-of.';

/** `colophon assign`: sets values of assets from a CSV table or along lineage, or replaces values of a property. */
export function assignCommand(context: CommandContext): Command {
  const about =
    "Set values of assets from a CSV table with the columns 'urn' and tags, terms, owners, domain, description, deprecation or " +
    'structured properties, replace values of one property, or set them along lineage. Compares cells with the catalog first; an empty cell removes all values. The exit code is 1 if rows ' +
    'are refused.';
  const command = newCommand('assign', about, [
    { line: 'assign -f assets.csv --dry-run', does: 'show which cells would change; change nothing' },
    { line: 'assign -f assets.csv', does: 'show changes, ask for confirmation, and apply them' },
    {
      line: 'assign -f - --yes --format json',
      does: 'read standard input without confirmation, for scripts',
    },
    {
      line: 'assign --property io.acme.level --replace small --by compact',
      does: 'give assets that have the value small the value compact instead',
    },
    {
      line: 'assign --property io.acme.level --set secret --downstream-of URN --hops 3 --stop-at-value',
      does: 'set the value on what is derived from an asset, up to assets that have one',
    },
    {
      line: "assign -f assets.csv --propose --title 'Tag personal data' --reason audit",
      does: 'change nothing; propose the changes to those who may make them',
    },
  ])
    .option('-f, --file <file>', "CSV file; '-' for standard input")
    .option(
      '--property <name>',
      'qualified name or urn of a property; with --replace and --by, or with --set, without a file',
    )
    .option('--replace <value...>', 'values to replace')
    .option('--by <value>', 'value that assets get instead')
    .option('--set <value...>', 'values to set along lineage')
    .option('--downstream-of <urn>', 'set them on assets downstream of this asset or column; not on itself')
    .option('--upstream-of <urn>', 'set them on assets upstream of this asset or column; not on itself')
    .addOption(wholeNumberOption('--hops <number>', 'maximum number of hops from it, 1 to 1000'))
    .option('--stop-at-value', 'leave out assets that have a value, and what only they lead to')
    .option('--dry-run', 'show what would change; change nothing')
    .option('--yes', 'do not ask for confirmation');
  addProposeOptions(command);
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => assign(flags, context));
}

async function assign(flags: Flags, context: CommandContext): Promise<void> {
  const edit = await requestedEdit(flags, context);
  const { ask } = context;
  const isTrial = flags.dryRun === true;
  const words = proposalWords(flags);
  if (words !== undefined) {
    if (isTrial) throw new UsageError('--dry-run does not work with --propose. Remove one of them.');
    await withCatalog(flags, context, async (client) =>
      propose(client, { edit: await edit(client) }, words, { ...flags, context }),
    );
    return;
  }
  if (!isTrial && flags.yes !== true && ask === undefined) {
    throw new UsageError(
      'Confirmation needs a terminal. Add --yes to change assets, or --dry-run to compare.',
    );
  }
  await withCatalog(flags, context, async (client) => {
    const asked = await edit(client);
    const run = (dryRun: boolean): Promise<JsonObject> =>
      followJob(client, 'bulk-edits', { ...asked, dryRun }, context);
    if (isTrial) {
      finish(await run(true), flags, context);
      return;
    }
    if (flags.yes !== true && ask !== undefined) {
      const compared = await run(true);
      const changed = countIn(compared, 'changed');
      if (changed === 0) {
        finish(compared, flags, context);
        return;
      }
      context.notify(outcomeText(compared));
      const question = `Change ${counted(changed, 'asset')}?`;
      if (!(await isAgreed(question, { ask, notify: context.notify }))) return;
    }
    finish(await run(false), flags, context);
  });
}

/** What is edited, once there is a connection. Throws UsageError unless it is one of a file, a replacement and values along lineage. */
async function requestedEdit(
  flags: Flags,
  context: CommandContext,
): Promise<(client: CatalogClient) => Promise<JsonObject>> {
  const { by, file, property, replace = [] } = flags;
  if (ALONG_LINEAGE.some((name) => flags[name] !== undefined)) {
    const asked = alongLineage(flags);
    return () => Promise.resolve(asked);
  }
  const isReplacing = property !== undefined && replace.length > 0 && by !== undefined;
  if (file !== undefined && property === undefined && replace.length === 0 && by === undefined) {
    const csv = await readTextFile(file, context);
    return () => Promise.resolve({ csv });
  }
  if (file !== undefined || !isReplacing) throw new UsageError(ONE_OF);
  const urn = urnOfType(STRUCTURED_PROPERTY.entityType, property);
  return (client) => replacement(urn, [...replace, by], client);
}

function alongLineage(flags: Flags): JsonObject {
  const {
    by,
    downstreamOf,
    file,
    hops,
    property,
    replace,
    set: values,
    stopAtValue = false,
    upstreamOf,
  } = flags;
  const start = downstreamOf ?? upstreamOf;
  const isOne = [downstreamOf, upstreamOf].filter((one) => one !== undefined).length === 1;
  const isMixed = [by, file, replace].some((one) => one !== undefined);
  if (
    property === undefined ||
    values === undefined ||
    start === undefined ||
    hops === undefined ||
    !isOne ||
    isMixed
  )
    throw new UsageError(ONE_OF);
  const field = urnOfType(STRUCTURED_PROPERTY.entityType, property);
  const direction = downstreamOf === undefined ? 'UPSTREAM' : 'DOWNSTREAM';
  return {
    lineage: { urn: urnArgument(start), direction, hops, stopAtValue },
    changes: [{ field, action: 'set', values }],
  };
}

/** An edit of all assets, columns included, that have one of the values: all but the last, which replaces them. */
async function replacement(urn: Urn, values: readonly string[], client: CatalogClient): Promise<JsonObject> {
  const { definitionAspect, fieldPrefix } = STRUCTURED_PROPERTY;
  const definition = (await client.getAspects(urn, [definitionAspect]))?.[definitionAspect];
  if (definition === undefined)
    throw new CatalogError(
      'NOT_FOUND',
      `There is no structured property ${urn}. See 'colophon properties list'.`,
    );
  const { entityTypes, qualifiedName } = parseDefinition(definition);
  const criterion = { field: fieldPrefix + qualifiedName, values: values.slice(0, -1) };
  return {
    search: { types: entityTypes.map(entityTypeName), orFilters: [{ and: [criterion] }] },
    changes: [{ field: urn, action: 'replace', values }],
  };
}

function finish(result: JsonObject, { format }: Flags, context: CommandContext): void {
  context.print(format === 'json' ? jsonText(result) : outcomeText(result));
  const failed = countIn(result, 'failed');
  if (failed > 0) {
    throw new CatalogError(
      'VALIDATION',
      `${counted(failed, 'asset')} refused. Correct the rows listed above.`,
    );
  }
}
