import { approveProposal } from '../../operations/proposals/approve-proposal.ts';
import { commentOnProposal } from '../../operations/proposals/comment-on-proposal.ts';
import { createProposal } from '../../operations/proposals/create-proposal.ts';
import { getProposal } from '../../operations/proposals/get-proposal.ts';
import { listProposals } from '../../operations/proposals/list-proposals.ts';
import { rejectProposal } from '../../operations/proposals/reject-proposal.ts';
import { withdrawProposal } from '../../operations/proposals/withdraw-proposal.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Proposed changes. */
export const PROPOSAL_ROUTES: readonly OwnRoute[] = [
  exposed('POST /proposals', createProposal, { success: 201 }),
  exposed('GET /proposals', listProposals, {}),
  exposed('GET /proposals/:id', getProposal, { mayMiss: true }),
  exposed('POST /proposals/:id/approve', approveProposal, { mayOmitBody: true }),
  exposed('POST /proposals/:id/reject', rejectProposal, { mayOmitBody: true }),
  exposed('POST /proposals/:id/withdraw', withdrawProposal, { mayOmitBody: true }),
  exposed('POST /proposals/:id/comments', commentOnProposal),
];
