import { Option, type Command } from 'commander';
import { asList, asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { entityArgument } from '../../arguments/urn-argument.ts';
import { wholeNumberOption } from '../../arguments/whole-number-option.ts';
import { addConnectionOptions, addFormatOption, newCommand, type OutputFormat } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import type { CatalogClient } from '../../connection/catalog-client.ts';
import { withCatalog, type ConnectionFlags } from '../../connection/connect.ts';
import { counted, jsonText, tableText } from '../../output.ts';
import { idOf, timeText } from '../../proposals/proposal-text.ts';
import { PROPOSALS_PATH } from '../../proposals/proposals-path.ts';

interface Flags extends ConnectionFlags {
  readonly state: string;
  readonly for?: string;
  readonly urn?: string;
  readonly limit: number;
  readonly format: OutputFormat;
}

const STATES = ['open', 'approved', 'partly_approved', 'rejected', 'withdrawn', 'expired'];
const ALL = 'all';
const PAGE = 100;
const COLUMNS = ['ID', 'TITLE', 'STATE', 'PROPOSED', 'PROPOSER', 'ASSETS', 'COMMENTS'];

/** `colophon proposals list`: proposals that the caller may see, newest first. */
export function listProposalsCommand(context: CommandContext): Command {
  const command = newCommand('list', 'List proposed changes, newest first.', [
    { line: 'proposals list', does: 'open proposals' },
    { line: 'proposals list --for review', does: 'open proposals of which you may approve something' },
    { line: 'proposals list --for me --state all', does: 'your own, with those decided' },
  ])
    .addOption(
      new Option('--state <state>', 'only proposals in this state').choices([...STATES, ALL]).default('open'),
    )
    .addOption(
      new Option('--for <whom>', 'review: those that you may approve; me: those that you made').choices([
        'review',
        'me',
      ]),
    )
    .option('--urn <urn>', 'only those that would change this entity')
    .addOption(wholeNumberOption('--limit <number>', 'maximum number of proposals').default(50));
  return addFormatOption(addConnectionOptions(command)).action((flags: Flags) => list(flags, context));
}

async function list(flags: Flags, context: CommandContext): Promise<void> {
  const { proposals, total } = await withCatalog(flags, context, (client) => read(client, flags));
  if (flags.format === 'json') {
    context.print(jsonText({ proposals, total }));
    return;
  }
  if (proposals.length === 0) context.notify('There are no such proposals that you may see.');
  else context.print(tableText(COLUMNS, proposals.map(row)));
  const more = total - proposals.length;
  if (more > 0) context.notify(`... and ${counted(more, 'more proposal')}. Raise --limit to see them.`);
}

interface Listed {
  readonly proposals: readonly JsonObject[];
  readonly total: number;
}

async function read(client: CatalogClient, flags: Flags): Promise<Listed> {
  const { limit, state, urn } = flags;
  const parameters = new URLSearchParams({
    ...(state !== ALL && { state: state.toUpperCase() }),
    ...(flags.for !== undefined && { for: flags.for }),
    ...(urn !== undefined && { urn: entityArgument(urn) }),
  });
  const proposals: JsonObject[] = [];
  for (;;) {
    parameters.set('start', String(proposals.length));
    parameters.set('count', String(Math.min(PAGE, limit - proposals.length)));
    const page = asObject(
      await client.request('GET', `${PROPOSALS_PATH}?${parameters.toString()}`),
      'The answer',
    );
    const found = asList(page['proposals'], 'proposals').map((one) => asObject(one, 'proposal'));
    proposals.push(...found);
    const total = typeof page['total'] === 'number' ? page['total'] : proposals.length;
    if (found.length === 0 || proposals.length >= Math.min(limit, total)) return { proposals, total };
  }
}

function row(proposal: JsonObject): readonly string[] {
  const { comments, createdAt, targets } = proposal;
  return [
    idOf(proposal),
    asText(proposal['title'], 'title'),
    asText(proposal['state'], 'state'),
    timeText(createdAt),
    asText(proposal['proposer'], 'proposer').replace('urn:li:corpuser:', ''),
    String(asList(targets, 'targets').length),
    String(typeof comments === 'number' ? comments : 0),
  ];
}
