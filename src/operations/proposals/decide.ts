import { CatalogError } from '../../errors.ts';
import {
  CHANGE_PROPOSAL,
  storedChangeProposal,
  type ChangeProposal,
} from '../../model/access/change-proposal.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { stampNow } from '../stamp-now.ts';
import type { ProtectedWork } from '../work.ts';
import { retryIfOutdated } from '../write-if-unchanged.ts';
import { requireProposal, requireWriting, requireWritten, type StoredProposal } from './stored-proposals.ts';
import { detailOf, type ProposalDetail } from './view-proposal.ts';

/** The write that changes a proposal, if nobody else has changed it since it was read. */
export function changeOf(proposal: StoredProposal, changes: Partial<ChangeProposal>): MetadataChangeProposal {
  const { urn, version, ...before } = proposal;
  return {
    ...upsertOf(urn, CHANGE_PROPOSAL.infoAspect, storedChangeProposal({ ...before, ...changes })),
    condition: { ifVersionMatch: version ?? '-1' },
  };
}

/** Members of a proposal that the caller decides now, with an optional comment. */
export function decided(
  state: ChangeProposal['state'],
  { comments }: ChangeProposal,
  comment: string | null | undefined,
  work: ProtectedWork,
): Partial<ChangeProposal> {
  const { actor, time } = stampNow(work);
  return {
    state,
    decidedBy: actor,
    decidedAt: time,
    ...(comment && { comments: [...comments, { author: actor, time, text: comment }] }),
  };
}

/**
 * Reads a proposal that the caller may see and changes it by `change`, which throws if it may not; returns it as it is then. Nobody
 * else's change is overwritten: it is read and judged again.
 */
export async function changeProposal(
  id: string,
  work: ProtectedWork,
  change: (proposal: StoredProposal) => Promise<Partial<ChangeProposal>>,
): Promise<ProposalDetail> {
  const urn = await retryIfOutdated(async () => {
    const proposal = await requireProposal(id, work);
    requireWriting(work);
    const changes = await change(proposal);
    await work.services.change.ingest(work.actor.urn, [changeOf(proposal, changes)]);
    return proposal.urn;
  });
  return detailOf(await requireWritten(urn, work), work);
}

/** The refusal of a decision without the rights for any item. */
export function mayNotDecide(id: string): CatalogError {
  return new CatalogError(
    'FORBIDDEN',
    `You may not decide the proposal ${id}: you lack the rights for each change that it shows you. Somebody who may make one of them can.`,
  );
}
