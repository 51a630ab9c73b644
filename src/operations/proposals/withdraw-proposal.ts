import { CatalogError } from '../../errors.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { changeProposal } from './decide.ts';
import { PROPOSAL_ID } from './shapes.ts';
import { requireOpen } from './stored-proposals.ts';

/** Withdraws a proposal of the caller. */
export const withdrawProposal = defineProtected({
  name: 'withdrawProposal',
  effect: 'write',
  proposing: 'run',
  summary: 'Withdraws a change that you proposed.',
  hasOwnBounds: true,
  needs: TOKEN,
  input: () => objectOf({ id: PROPOSAL_ID }),
  run: ({ id }, work) =>
    changeProposal(id, work, (proposal) => {
      if (proposal.proposer !== work.actor.urn)
        throw new CatalogError(
          'FORBIDDEN',
          `Only ${proposal.proposer} may withdraw the proposal ${id}. Reject it instead.`,
        );
      requireOpen(proposal);
      return Promise.resolve({ state: 'WITHDRAWN' });
    }),
});
