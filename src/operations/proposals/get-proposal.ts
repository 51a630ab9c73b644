import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { PROPOSAL_ID } from './shapes.ts';
import { requireProposal } from './stored-proposals.ts';
import { detailOf } from './view-proposal.ts';

/** Gets a proposal with the items that the caller may see: what is there now, and what would be. */
export const getProposal = defineProtected({
  name: 'getProposal',
  effect: 'read',
  summary: 'Gets a proposed change with what is there now and what would be.',
  hasOwnBounds: true,
  needs: TOKEN,
  input: () => objectOf({ id: PROPOSAL_ID }),
  run: async ({ id }, work) => detailOf(await requireProposal(id, work), work),
});
