import { asList } from '../../../util/json/json-input.ts';
import { readProposal, readProposals } from '../read-proposal.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { action } from '../resource.ts';
import { unescapedProposal } from './escaped-twice.ts';

/**
 * `POST /aspects?action=ingestProposal`: writes one proposal. Ignores `async`: every proposal is validated and durable
 * before the response, because a later rejection would never reach the client. Takes names outside ASCII escaped twice,
 * as the client sends them to this action and to no other.
 */
export const ingestProposal = action(ingestProposals, async ({ requester, input, ...context }) => {
  const proposal = unescapedProposal(input['proposal']);
  await requester.run(ingestProposals, [await readProposal(context, proposal, 'proposal')]);
  return { value: 'success' };
});

/** `POST /aspects?action=ingestProposalBatch`: writes a batch of proposals, all or none. */
export const ingestProposalBatch = action(ingestProposals, async ({ requester, input, ...context }) => {
  const proposals = await readProposals(context, asList(input['proposals'], 'proposals'), 'proposals');
  await requester.run(ingestProposals, proposals);
  return { value: 'success' };
});
