import type { Command } from 'commander';
import { CatalogError } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { asList, asObject, asText } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import { entityPath, type CatalogClient } from '../connection/catalog-client.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../connection/connect.ts';
import { isAgreed } from '../ask-person.ts';
import { existingAspects } from '../existing-aspects.ts';
import { jsonText } from '../output.ts';
import { planText, sequenceText } from '../plans/plan-text.ts';
import { applyPlan, requestPlan } from '../plans/send-plan.ts';
import { entityArgument } from '../arguments/urn-argument.ts';
import { UsageError } from '../usage-error.ts';
import { shellWord } from '../shell-words.ts';

interface Flags extends ConnectionFlags {
  readonly urn: string;
  readonly hard?: boolean;
  readonly dryRun?: boolean;
  readonly plan?: string;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** Outcome of a deletion. */
type Change = 'soft-deleted' | 'already soft-deleted' | 'hard-deleted';

/** `colophon delete`: soft by default, which `colophon restore` undoes. */
export function deleteCommand(context: CommandContext): Command {
  const command = newCommand(
    'delete',
    'Soft-delete an entity (undo with restore), or hard-delete it with --hard.',
    [
      {
        line: 'delete --urn urn:li:structuredProperty:io.acme.retentionDays',
        does: 'hide a property and its values',
      },
      {
        line: 'delete --urn urn:li:structuredProperty:io.acme.retentionDays --hard',
        does: 'remove both',
      },
      {
        line: 'delete --urn urn:li:structuredProperty:io.acme.retentionDays --hard --dry-run',
        does: 'show how many values would be removed; change nothing',
      },
    ],
  )
    .requiredOption('--urn <urn>', 'urn of the entity, or qualified name of a property')
    .option('--hard', 'remove the entity with all aspects and versions; see colophon undo')
    .option('--yes', 'with --hard: do not ask for confirmation')
    .option(
      '--dry-run',
      'show what the deletion of a structured property would hide or remove; change nothing',
    )
    .option('--plan <token>', 'do nothing if more would be hidden or removed than --dry-run showed');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => remove(flags, context));
}

async function remove(flags: Flags, context: CommandContext): Promise<void> {
  const urn = entityArgument(flags.urn);
  if (flags.dryRun === true) {
    await preview(urn, flags, context);
    return;
  }
  const change = await withCatalog(flags, context, async (client) => {
    if (flags.plan !== undefined) return deletePlanned(client, urn, flags.hard === true, flags.plan);
    if (flags.hard !== true) return softDelete(client, urn);
    return (await isAgreedTo(urn, flags, client, context)) ? hardDelete(client, urn) : undefined;
  });
  if (change === undefined) return;
  if (flags.format === 'json') context.print(jsonText({ urn, change }));
  else context.print(SENTENCES[change](urn));
}

const SENTENCES: Readonly<Record<Change, (urn: Urn) => string>> = {
  'soft-deleted': (urn) => `Soft-deleted ${urn}. Undo it with: colophon restore --urn ${shellWord(urn)}`,
  'already soft-deleted': (urn) => `${urn} is already soft-deleted.`,
  'hard-deleted': (urn) =>
    `Hard-deleted ${urn}. To restore its latest state within some days: colophon undo --urn ${shellWord(urn)}`,
};

async function softDelete(client: CatalogClient, urn: Urn): Promise<Change> {
  const aspects = await existingAspects(client, urn);
  if (aspects === undefined) throw notThere(urn);
  if (aspects['status']?.['removed'] === true) return 'already soft-deleted';
  await client.putAspect(urn, 'status', { ...aspects['status'], removed: true });
  return 'soft-deleted';
}

function notThere(urn: Urn): CatalogError {
  const remedy =
    entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType
      ? 'Check the urn. --hard also deletes remains of a property without a definition.'
      : 'Check the urn.';
  return new CatalogError('NOT_FOUND', `There is no entity ${urn}. ${remedy}`);
}

/** Asks for confirmation of a hard deletion at a terminal, after showing what it removes; otherwise, and with --yes, returns true. */
async function isAgreedTo(
  urn: Urn,
  { yes = false }: Flags,
  client: CatalogClient,
  { ask, notify }: CommandContext,
): Promise<boolean> {
  if (yes || ask === undefined) return true;
  const aspects = await client.getAspects(urn);
  if (aspects === undefined) throw notThere(urn);
  notify(`${urn} has ${Object.keys(aspects).sort().join(', ')}.`);
  if (aspects[STRUCTURED_PROPERTY.definitionAspect] !== undefined)
    notify(planText(await requestPlan(deletionOf(urn, true), client)));
  return isAgreed('Hard-delete it, with its history?', { ask, notify });
}

async function hardDelete(client: CatalogClient, urn: Urn): Promise<Change> {
  const aspects = await client.getAspects(urn, ['status']);
  if (aspects === undefined) throw notThere(urn);
  await client.request('DELETE', entityPath(urn));
  return 'hard-deleted';
}

async function preview(urn: Urn, flags: Flags, context: CommandContext): Promise<void> {
  if (flags.plan !== undefined) {
    throw new UsageError('--dry-run creates a plan and --plan applies one. Remove one of them.');
  }
  const answer = await withCatalog(flags, context, (client) =>
    requestPlan(deletionOf(urn, flags.hard === true), client),
  );
  if (flags.format === 'json') {
    context.print(jsonText(answer));
    return;
  }
  context.print(planText(answer));
  context.notify(`${sequenceText(answer)} Nothing was changed. To apply no more than this:`);
  const hard = flags.hard === true ? ' --hard' : '';
  context.notify(
    `  colophon delete --urn ${shellWord(urn)}${hard} --plan ${asText(answer['planToken'], 'planToken')}`,
  );
}

async function deletePlanned(
  client: CatalogClient,
  urn: Urn,
  hard: boolean,
  planToken: string,
): Promise<Change> {
  const { definitions } = await applyPlan(deletionOf(urn, hard), planToken, client);
  const [done] = asList(definitions, 'definitions').map((item) => asObject(item, 'definition'));
  if (done?.['change'] === 'none') return 'already soft-deleted';
  return hard ? 'hard-deleted' : 'soft-deleted';
}

function deletionOf(urn: Urn, hard: boolean): JsonObject {
  return { deletions: [{ urn, hard }] };
}
