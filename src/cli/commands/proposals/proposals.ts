import type { Command } from 'commander';
import { asObject } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import {
  addConnectionOptions,
  addFormatOption,
  newCommand,
  type Example,
  type OutputFormat,
} from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText } from '../../output.ts';
import { proposalText } from '../../proposals/proposal-text.ts';
import { proposalPath } from '../../proposals/proposals-path.ts';
import { approveProposalCommand } from './proposals-approve.ts';
import { listProposalsCommand } from './proposals-list.ts';
import { showProposalCommand } from './proposals-show.ts';

/** `colophon proposals`: reviews proposed changes. */
export function proposalsCommand(context: CommandContext): Command {
  return newCommand('proposals', 'List, show, approve, reject, withdraw and discuss proposed changes.', [
    { line: 'proposals list --for review', does: 'open proposals of which you may approve something' },
    { line: 'proposals show 3f1c…', does: 'what one would change, item by item' },
    { line: 'proposals approve 3f1c…', does: 'show it, ask for confirmation, and write it' },
  ])
    .addCommand(listProposalsCommand(context))
    .addCommand(showProposalCommand(context))
    .addCommand(approveProposalCommand(context))
    .addCommand(rejectCommand(context))
    .addCommand(withdrawCommand(context))
    .addCommand(commentCommand(context));
}

interface Flags extends ConnectionFlags {
  readonly format: OutputFormat;
}

function rejectCommand(context: CommandContext): Command {
  const command = proposalCommand('reject', 'Reject a proposal. Its changes are not written.', {
    line: "proposals reject 3f1c… --comment 'Not personal data'",
    does: 'needs the right to make at least one of its changes',
  }).option('--comment <text>', 'comment of the decision');
  return command.action((id: string, { comment, ...flags }: Flags & { readonly comment?: string }) =>
    send(id, 'reject', comment === undefined ? {} : { comment }, { flags, context }),
  );
}

function withdrawCommand(context: CommandContext): Command {
  const command = proposalCommand('withdraw', 'Withdraw a proposal that you made.', {
    line: 'proposals withdraw 3f1c…',
    does: "'colophon proposals list --for me' shows the ids",
  });
  return command.action((id: string, flags: Flags) => send(id, 'withdraw', {}, { flags, context }));
}

function commentCommand(context: CommandContext): Command {
  const command = proposalCommand('comment', 'Comment on a proposal.', {
    line: "proposals comment 3f1c… 'Please add the retention, too'",
    does: 'all who may see the proposal may read it',
  }).argument('<text>', 'text of the comment');
  return command.action((id: string, text: string, flags: Flags) =>
    send(id, 'comments', { text }, { flags, context }),
  );
}

/** A command about one proposal. */
function proposalCommand(name: string, summary: string, example: Example): Command {
  const command = newCommand(name, summary, [example]).argument('<id>', 'id or urn of the proposal');
  return addFormatOption(addConnectionOptions(command));
}

async function send(
  id: string,
  action: string,
  body: JsonObject,
  { context, flags }: { readonly flags: Flags; readonly context: CommandContext },
): Promise<void> {
  const path = `${proposalPath(id)}/${action}`;
  const answer = await withCatalog(flags, context, (client) => client.request('POST', path, body));
  const proposal = asObject(answer, 'The answer');
  context.print(flags.format === 'json' ? jsonText(proposal) : proposalText(proposal));
}
