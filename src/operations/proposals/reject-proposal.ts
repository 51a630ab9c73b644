import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { changeProposal, decided, mayNotDecide } from './decide.ts';
import { COMMENT, PROPOSAL_ID } from './shapes.ts';
import { requireOpen } from './stored-proposals.ts';
import { mayApprove, visibleItems } from './view-proposal.ts';

/** Rejects a proposal. Needs the rights for one of its changes. */
export const rejectProposal = defineProtected({
  name: 'rejectProposal',
  effect: 'write',
  summary: 'Rejects a proposed change. Needs the right to make one of its changes.',
  hasOwnBounds: true,
  needs: TOKEN,
  input: () => objectOf({ id: PROPOSAL_ID, comment: COMMENT }),
  run: ({ comment, id }, work) =>
    changeProposal(id, work, async (proposal) => {
      requireOpen(proposal);
      const { items } = await visibleItems(proposal, work);
      if (!(await mayApprove(items, work)).some(Boolean)) throw mayNotDecide(id);
      return decided('REJECTED', proposal, comment, work);
    }),
});
