import type { Command } from 'commander';
import { asObject } from '../../util/json/json-input.ts';
import type { JsonObject } from '../../util/json.ts';
import type { OutputFormat } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import type { CatalogClient } from '../connection/catalog-client.ts';
import { jsonText } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { idOf, itemsText } from './proposal-text.ts';
import { PROPOSALS_PATH } from './proposals-path.ts';

/** Options of commands that can propose what they would do. */
export interface ProposeFlags {
  readonly propose?: boolean;
  readonly title?: string;
  readonly reason?: string;
}

/** What people read of a proposal. */
export interface ProposalWords {
  readonly title: string;
  readonly reason: string;
}

/** Adds `--propose`, `--title` and `--reason`. */
export function addProposeOptions(command: Command): Command {
  return command
    .option('--propose', 'change nothing; propose the changes to those who may make them')
    .option('--title <text>', 'title of the proposal, with --propose')
    .option('--reason <text>', 'why, for those who review it, with --propose');
}

/** Title and reason of the proposal to make; undefined without `--propose`. Throws UsageError unless the options belong together. */
export function proposalWords({ propose, reason, title }: ProposeFlags): ProposalWords | undefined {
  if (propose !== true) {
    if (reason === undefined && title === undefined) return undefined;
    throw new UsageError('--title and --reason are of a proposal. Add --propose, or remove them.');
  }
  if (title === undefined || reason === undefined)
    throw new UsageError('--propose needs a title and a reason. Add --title and --reason.');
  return { title, reason };
}

/** Proposes the content, and prints the proposal. `content`: `edit` or `plan` of the request. */
export async function propose(
  client: CatalogClient,
  content: JsonObject,
  words: ProposalWords,
  { context, format }: { readonly context: CommandContext; readonly format: OutputFormat },
): Promise<void> {
  const answer = await client.request('POST', PROPOSALS_PATH, { ...words, ...content });
  const proposal = asObject(answer, 'The answer');
  if (format === 'json') {
    context.print(jsonText(proposal));
    return;
  }
  const id = idOf(proposal);
  context.print(id);
  context.notify(`Proposed: ${itemsText(proposal)}. See it with: colophon proposals show ${id}`);
}
