import { asList } from '../../../util/json-input.ts';
import { readProposal, readProposals } from '../read-proposal.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/**
 * `POST /aspects?action=ingestProposal`. Whether it is asked for with `async` makes no difference: a refusal that comes
 * after the answer would never reach the client, so every proposal is checked and durable before.
 */
export async function ingestProposal({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const { sequence } = await catalog.ingest([readProposal(registry, input['proposal'], 'proposal')]);
  return { value: 'success', sequence };
}

/** `POST /aspects?action=ingestProposalBatch`: all of the batch, or nothing. */
export async function ingestProposalBatch({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const proposals = readProposals(registry, asList(input['proposals'], 'proposals'), 'proposals');
  const { sequence } = await catalog.ingest(proposals);
  return { value: 'success', sequence };
}
