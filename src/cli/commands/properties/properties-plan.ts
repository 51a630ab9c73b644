import type { Command } from 'commander';
import { asText } from '../../../util/json/json-input.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { readDefinitionText } from '../../definitions/read-definition-text.ts';
import { jsonText } from '../../output.ts';
import { lackingVersion, planText, sequenceText } from '../../plans/plan-text.ts';
import { planDefinitions } from '../../plans/send-plan.ts';
import { shellWord } from '../../shell-words.ts';

interface Flags extends ConnectionFlags {
  readonly file: string;
  readonly format: OutputFormat;
}

export function planPropertiesCommand(context: CommandContext): Command {
  const command = newCommand(
    'plan',
    'Show what a YAML file of definitions would change and how many values that would hide. Changes nothing.',
    [
      {
        line: 'properties plan -f properties.yaml',
        does: 'show which definitions are new, compatible or breaking',
      },
      {
        line: 'properties plan -f properties.yaml --format json',
        does: 'as JSON, with the token for properties apply',
      },
    ],
  ).requiredOption('-f, --file <file>', 'YAML file of definitions; - for standard input');
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => plan(flags, context));
}

async function plan(flags: Flags, context: CommandContext): Promise<void> {
  const text = await readDefinitionText(flags.file, context);
  const answer = await withCatalog(flags, context, (client) => planDefinitions(text, client));
  if (flags.format === 'json') {
    context.print(jsonText(answer));
    return;
  }
  context.print(planText(answer));
  const lacking = lackingVersion(answer);
  if (lacking.length > 0) {
    context.notify(
      `${sequenceText(answer)} Nothing was changed. The plan cannot be applied until the file has a new version of ` +
        `${lacking.join(', ')}. Add it, then plan again.`,
    );
    return;
  }
  context.notify(`${sequenceText(answer)} Nothing was changed. To apply no more than this:`);
  context.notify(
    `  colophon properties apply -f ${shellWord(flags.file)} --plan ${asText(answer['planToken'], 'planToken')}`,
  );
}
