import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText } from '../../output.ts';
import { approvable, idOf, itemsText, proposalText } from '../../proposals/proposal-text.ts';
import { proposalPath } from '../../proposals/proposals-path.ts';

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

/** `colophon proposals show`: one proposal as a comparison of what is there with what would be. */
export function showProposalCommand(context: CommandContext): Command {
  const command = newCommand(
    'show',
    'Show what a proposal would change, item by item, and which items you may approve.',
    [{ line: 'proposals show 3f1c…', does: "'colophon proposals list' shows the ids" }],
  ).argument('<id>', 'id or urn of the proposal');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    show(id, flags, context),
  );
}

async function show(id: string, flags: Flags, context: CommandContext): Promise<void> {
  const path = proposalPath(id);
  const answer = await withCatalog(flags, context, (client) => client.request('GET', path));
  const proposal = asObject(answer, 'The answer');
  if (flags.format === 'json') {
    context.print(jsonText(proposal));
    return;
  }
  context.print(proposalText(proposal));
  if (approvable(proposal).length === 0 || proposal['state'] !== 'OPEN') return;
  context.notify(`${itemsText(proposal)}. To approve exactly this:`);
  context.notify(
    `  colophon proposals approve ${idOf(proposal)} --review-token ${asText(proposal['reviewToken'], 'reviewToken')}`,
  );
}
