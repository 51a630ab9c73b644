import type { Command } from 'commander';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import { isAgreed } from '../../ask-person.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import type { CatalogClient } from '../../connection/catalog-client.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { jsonText } from '../../output.ts';
import { itemsText, proposalText } from '../../proposals/proposal-text.ts';
import { proposalPath } from '../../proposals/proposals-path.ts';
import { UsageError } from '../../usage-error.ts';

interface Flags extends ConnectionFlags {
  readonly only?: readonly string[];
  readonly overwrite?: boolean;
  readonly comment?: string;
  readonly reviewToken?: string;
  readonly yes?: boolean;
  readonly format: OutputFormat;
}

/** `colophon proposals approve`: writes what a proposal shows, with the caller's rights. */
export function approveProposalCommand(context: CommandContext): Command {
  const command = newCommand(
    'approve',
    'Approve a proposal: write its changes with your rights, in one commit. Shows them first and asks.',
    [
      { line: 'proposals approve 3f1c…', does: 'show the changes, ask for confirmation, and write them' },
      {
        line: 'proposals approve 3f1c… --review-token kQ3x…',
        does: "no more than 'proposals show' printed, without confirmation",
      },
      {
        line: 'proposals approve 3f1c… --only 0f7d9 92737 --yes',
        does: 'only these items; the others are left',
      },
    ],
  )
    .argument('<id>', 'id or urn of the proposal')
    .option('--only <item...>', 'write only these items; the others are left')
    .option('--overwrite', 'also overwrite what has changed since the proposal')
    .option('--comment <text>', 'comment of the decision')
    .option(
      '--review-token <token>',
      "write nothing if anything has changed since 'proposals show' printed it",
    )
    .option('--yes', 'do not ask for confirmation');
  return addFormatOption(addConnectionOptions(command)).action((id: string, flags: Flags) =>
    approve(id, flags, context),
  );
}

async function approve(id: string, flags: Flags, context: CommandContext): Promise<void> {
  const path = proposalPath(id);
  const { ask, notify } = context;
  const isAsked = flags.yes !== true && flags.reviewToken === undefined;
  if (isAsked && ask === undefined) {
    throw new UsageError(
      'Confirmation needs a terminal. Add --review-token to approve what you have seen, or --yes.',
    );
  }
  const decided = await withCatalog(flags, context, async (client) => {
    let reviewToken = flags.reviewToken;
    if (isAsked && ask !== undefined) {
      const proposal = await sent(client, 'GET', path);
      notify(proposalText(proposal));
      const question =
        flags.only === undefined ? 'Approve this?' : `Approve ${flags.only.join(', ')} of this?`;
      if (!(await isAgreed(`${itemsText(proposal)}. ${question}`, { ask, notify }))) return undefined;
      // Only what was shown is approved.
      reviewToken = asText(proposal['reviewToken'], 'reviewToken');
    }
    const { comment, only, overwrite } = flags;
    const body: JsonObject = { ...given({ comment, only: only?.slice(), overwrite, reviewToken }) };
    return sent(client, 'POST', `${path}/approve`, body);
  });
  if (decided === undefined) return;
  context.print(flags.format === 'json' ? jsonText(decided) : proposalText(decided));
}

async function sent(
  client: CatalogClient,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  return asObject(await client.request(method, path, body), 'The answer');
}
