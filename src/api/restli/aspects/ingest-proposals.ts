import type { JsonValue } from '../../../util/json.ts';
import { asList } from '../../../util/json/json-input.ts';
import { readEachProposal, readProposal, readProposals } from '../read-proposal.ts';
import { ingestEachProposal } from '../../../operations/entities/ingest-each-proposal.ts';
import { underCondition } from '../../http/requests/write-condition.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { conditionalAction } from '../resource.ts';
import { unescapedProposal } from './escaped-twice.ts';

/**
 * `POST /aspects?action=ingestProposal`: writes one proposal. Ignores `async`: every proposal is validated and durable
 * before the response, because a later rejection would never reach the client. Accepts names outside ASCII escaped
 * twice, as the client sends them to this action only.
 */
export const ingestProposal = conditionalAction(
  ingestProposals,
  async ({ requester, input, condition, ...context }) => {
    const proposal = unescapedProposal(input['proposal']);
    await requester.run(
      ingestProposals,
      underCondition([await readProposal(context, proposal, 'proposal')], condition),
    );
    return { value: 'success' };
  },
);

/**
 * `POST /aspects?action=ingestProposalBatch`: writes a batch of proposals. All or none, unless the request is
 * asynchronous: then the valid ones are written, and the error names the others, which the client would not learn
 * otherwise.
 */
export const ingestProposalBatch = conditionalAction(
  [ingestProposals, ingestEachProposal],
  async ({ requester, input, condition, ...context }) => {
    const list = asList(input['proposals'], 'proposals');
    if (isAsync(input['async'])) {
      const proposals = await readEachProposal(context, list, 'proposals');
      await requester.run(ingestEachProposal, underCondition(proposals, condition));
    } else {
      const proposals = await readProposals(context, list, 'proposals');
      await requester.run(ingestProposals, underCondition(proposals, condition));
    }
    return { value: 'success' };
  },
);

/** Clients send texts; any value but true counts as false, DataHub's default for scripts. */
function isAsync(value: JsonValue | undefined): boolean {
  return value === true || value === 'true';
}
