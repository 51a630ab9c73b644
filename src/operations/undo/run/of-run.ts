import type { MetadataChangeProposal } from '../../../model/proposal.ts';

/** The proposals as writes of a run; undefined: of none. */
export function ofRun(
  runId: string | undefined,
  proposals: readonly MetadataChangeProposal[],
): readonly MetadataChangeProposal[] {
  if (runId === undefined) return proposals;
  return proposals.map((proposal) => ({ ...proposal, systemMetadata: { runId } }));
}
