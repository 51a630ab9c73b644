import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readDefinitionText } from '../../definitions/read-definition-text.ts';
import { jsonText } from '../../output.ts';
import { planText } from '../../plans/plan-text.ts';
import { addProposeOptions, proposalWords, propose, type ProposeFlags } from '../../proposals/propose.ts';
import { applyDefinitions, readDefinitions, type DefinitionText } from '../../plans/send-plan.ts';
import { asText } from '../../../util/json/json-input.ts';
import { CatalogError } from '../../../errors.ts';
import { outcomeText } from '../../edit-outcome.ts';
import { followJob } from '../../follow-job.ts';
import { UsageError } from '../../usage-error.ts';

interface Flags extends ConnectionFlags, ProposeFlags {
  readonly file: string;
  readonly plan?: string;
  readonly replace?: readonly string[];
  readonly by?: string;
  readonly format: OutputFormat;
}

/** `colophon properties apply`: writes definitions; with `--plan`, only as planned. */
export function applyPropertiesCommand(context: CommandContext): Command {
  const command = newCommand(
    'apply',
    'Write the definitions of a YAML file, all or none. With --plan, only if they affect no more than the plan showed.',
    [
      {
        line: 'properties apply -f properties.yaml --plan eyJzZXF1…',
        does: "'properties plan' prints the token",
      },
      { line: 'properties apply -f properties.yaml', does: 'write definitions without a plan' },
      {
        line: "properties apply -f properties.yaml --propose --title 'A new level' --reason audit",
        does: 'change nothing; propose the definitions to those who may write them',
      },
      {
        line: 'properties apply -f level.yaml --replace secret --by internal',
        does: 'remove the allowed value secret: assets get internal instead, all other values are kept',
      },
    ],
  )
    .requiredOption('-f, --file <file>', 'YAML file of definitions; - for standard input')
    .option(
      '--plan <token>',
      'write nothing if a definition has changed since the plan, or if more values would be affected',
    );
  command
    .option(
      '--replace <value...>',
      'allowed values that the file removes; with --by, and a file of one definition',
    )
    .option('--by <value>', 'value that assets get instead');
  return addFormatOption(addConnectionOptions(addProposeOptions(command))).action((flags: Flags) =>
    apply(flags, context),
  );
}

async function apply(flags: Flags, context: CommandContext): Promise<void> {
  const words = proposalWords(flags);
  if (words !== undefined && (flags.replace ?? flags.by) !== undefined)
    throw new UsageError('--propose does not work with --replace. Remove one of them.');
  const text = await readDefinitionText(flags.file, context);
  if (words !== undefined) {
    const { format, plan: planToken } = flags;
    const plan = { ...text, ...(planToken !== undefined && { planToken }) };
    await withCatalog(flags, context, (client) => propose(client, { plan }, words, { context, format }));
    return;
  }
  if (flags.replace !== undefined || flags.by !== undefined) {
    await replace(text, flags, context);
    return;
  }
  const answer = await withCatalog(flags, context, (client) => applyDefinitions(text, flags.plan, client));
  if (flags.format === 'json') {
    context.print(jsonText(answer));
    return;
  }
  context.print(planText(answer));
  const { commit } = answer;
  context.notify(
    typeof commit === 'number'
      ? `Applied. Undo this with: colophon undo --plan ${commit}`
      : 'Nothing to change.',
  );
}

/** Replaces removed values, then writes the definition, as one bulk edit. Throws VALIDATION unless it was written. */
async function replace(text: DefinitionText, flags: Flags, context: CommandContext): Promise<void> {
  const { by, format, plan, replace: removed = [] } = flags;
  if (by === undefined || removed.length === 0)
    throw new UsageError('--replace and --by belong together. Use both, or neither.');
  if (plan !== undefined) throw new UsageError('--plan does not work with --replace. Remove one of them.');
  const result = await withCatalog(flags, context, async (client) => {
    const [definition, ...others] = await readDefinitions(text, client);
    if (definition === undefined || others.length > 0)
      throw new UsageError('--replace takes a file with exactly one definition. Split the file.');
    const field = asText(definition['urn'], 'urn');
    const changes = [{ field, action: 'replace', values: [...removed, by] }];
    return followJob(client, 'bulk-edits', { definition, changes }, context);
  });
  context.print(format === 'json' ? jsonText(result) : outcomeText(result));
  if (result['commit'] !== undefined) return;
  throw new CatalogError(
    'VALIDATION',
    'The definition was not changed. Correct what is listed above, then repeat.',
  );
}
