import { cannotPropose } from '../../auth/writes/write-access.ts';
import { CatalogError } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { BulkEditRequest } from '../bulk-edits/bulk-edits.ts';
import { editAssets } from '../bulk-edits/edit-assets.ts';
import type { ProtectedWork } from '../work.ts';
import { fileHeld } from './file-proposal.ts';
import { MOST_ITEMS, tooManyItems } from './items.ts';
import { writesOf } from './propose.ts';

/** The writes of an edit, judged like the edit but not made. Throws the first refusal of an asset. */
export async function writesOfEdit(
  { assets, failures }: Pick<BulkEditRequest, 'assets' | 'failures'>,
  work: ProtectedWork,
): Promise<readonly MetadataChangeProposal[]> {
  const [failure] = failures;
  if (failure !== undefined) {
    const { code, data, kind, message, urn } = failure;
    throw new CatalogError(code, `${urn}: ${message}`, { data, kind });
  }
  // A part of an asset is one field of it, so more are refused before they are read.
  const fields = assets.reduce((sum, { edits }) => sum + edits.length, 0);
  if (fields > MOST_ITEMS) throw tooManyItems(fields);
  return writesOf(editAssets, { assets, isTrial: false }, work);
}

/**
 * Files the edit of a propose-only token as one proposal, and throws HELD; does nothing for other tokens, and if nothing would
 * change. Throws FORBIDDEN for an edit that finds its assets while it runs, and the first refusal of an asset.
 */
export async function holdEdit(
  request: Pick<BulkEditRequest, 'assets' | 'failures' | 'redefines' | 'undoes'>,
  work: ProtectedWork,
): Promise<void> {
  if (work.actor.restriction?.proposeOnly !== true) return;
  if (request.undoes !== undefined || request.redefines !== undefined)
    throw cannotPropose('undo or redefine in a bulk edit');
  await fileHeld(await writesOfEdit(request, work), work);
}
