import type { Command } from 'commander';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readDefinitionText } from '../../definitions/read-definition-text.ts';
import { jsonText } from '../../output.ts';
import { planText } from '../../plans/plan-text.ts';
import { applyDefinitions } from '../../plans/send-plan.ts';

interface Flags extends ConnectionFlags {
  readonly file: string;
  readonly plan?: string;
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
    ],
  )
    .requiredOption('-f, --file <file>', 'YAML file of definitions; - for standard input')
    .option(
      '--plan <token>',
      'write nothing if a definition has changed since the plan, or if more values would be affected',
    );
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => apply(flags, context));
}

async function apply(flags: Flags, context: CommandContext): Promise<void> {
  const text = await readDefinitionText(flags.file, context);
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
