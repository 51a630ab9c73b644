import { asList } from '../../../util/json/json-input.ts';
import { readProposal, readProposals } from '../read-proposal.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/**
 * `POST /aspects?action=ingestProposal`: writes one proposal. Ignores `async`: every proposal is validated and durable
 * before the response, because a later rejection would never reach the client.
 */
export async function ingestProposal({ catalog, input, ...context }: ActionCall): Promise<ActionAnswer> {
  const { sequence } = await catalog.ingest([await readProposal(context, input['proposal'], 'proposal')]);
  return { value: 'success', sequence };
}

/** `POST /aspects?action=ingestProposalBatch`: writes a batch of proposals, all or none. */
export async function ingestProposalBatch({ catalog, input, ...context }: ActionCall): Promise<ActionAnswer> {
  const proposals = await readProposals(context, asList(input['proposals'], 'proposals'), 'proposals');
  const { sequence } = await catalog.ingest(proposals);
  return { value: 'success', sequence };
}
