import { invalidRequest } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import type { InternalOperation } from '../operation.ts';
import { Requester } from '../requester.ts';
import type { ProtectedWork } from '../work.ts';
import { fileProposal, type ProposalText } from './file-proposal.ts';
import { requireWriting } from './stored-proposals.ts';

/**
 * Proposes what an operation would write for the caller, and returns the urn of the proposal. Throws what the operation would throw,
 * except that PROPOSE_CHANGES on an entity suffices, and INVALID_REQUEST if it would change nothing.
 */
export async function propose<Raw, Input, Output>(
  operation: InternalOperation<Raw, Input, Output>,
  raw: Raw,
  text: ProposalText,
  work: ProtectedWork,
): Promise<Urn> {
  requireWriting(work);
  return fileOrRefuse(text, await writesOf(operation, raw, work), work);
}

/** The writes that an operation would make for the caller, judged like the operation but not made. */
export async function writesOf<Raw, Input, Output>(
  operation: InternalOperation<Raw, Input, Output>,
  raw: Raw,
  { actor, query, references, services, settings }: ProtectedWork,
): Promise<readonly MetadataChangeProposal[]> {
  // What a proposal does not name stays as it is: values of other properties are not replaced.
  const naming = { ...settings, upsertStructuredProperties: 'merge' } as const;
  const requester = new Requester({ ...services, query, references, settings: naming }, actor);
  return (await requester.hold(operation, raw)).proposals;
}

/** Stores a proposal of these writes and returns its urn. Throws INVALID_REQUEST if they would change nothing. */
export async function fileOrRefuse(
  text: ProposalText,
  writes: readonly MetadataChangeProposal[],
  work: ProtectedWork,
): Promise<Urn> {
  const urn = await fileProposal(text, writes, work);
  if (urn !== undefined) return urn;
  throw invalidRequest(
    'The change would leave everything as it is, so there is nothing to propose.',
    undefined,
    because('SELECTION_EMPTY'),
  );
}
