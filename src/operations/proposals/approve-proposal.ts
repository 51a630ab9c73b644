import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { ProposedItem } from '../../model/access/change-proposal.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { because } from '../../refusals.ts';
import { listText } from '../../util/list-text.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { FLAG, TEXT, described, objectOf } from '../shapes.ts';
import { stampNow } from '../stamp-now.ts';
import type { ProtectedWork } from '../work.ts';
import { retryIfOutdated } from '../write-if-unchanged.ts';
import { conflictsAmong } from './conflicts.ts';
import { changeOf, decided, mayNotDecide } from './decide.ts';
import { writesOf } from './item-writes.ts';
import { COMMENT, ITEM_IDS, PROPOSAL_ID } from './shapes.ts';
import { requireOpen, requireProposal, requireWritten, type StoredProposal } from './stored-proposals.ts';
import { detailOf, runOf, statesOf, visibleItems } from './view-proposal.ts';

/**
 * Makes the changes of a proposal with the rights of the caller, in one commit with its new state. Throws CONFLICT, and changes
 * nothing, if it is no longer open, if parts have changed since it was made (unless `overwrite`), or if anything that
 * `reviewToken` stands for has.
 */
export const approveProposal = defineProtected({
  name: 'approveProposal',
  effect: 'write',
  summary: 'Makes a proposed change, or some of its items, with your rights, in one commit.',
  isLong: true,
  hasOwnBounds: true,
  // The rights for each change are judged when it is made.
  needs: TOKEN,
  input: () =>
    objectOf({
      id: PROPOSAL_ID,
      reviewToken: v.nullish(
        described('Token of the proposal as you saw it; refused if anything of it has changed.', TEXT),
      ),
      only: ITEM_IDS,
      overwrite: v.nullish(
        described('Whether to change parts that have changed since; default: false.', FLAG),
        false,
      ),
      comment: COMMENT,
    }),
  run: async ({ comment, id, only, overwrite, reviewToken }, work) => {
    const urn = await retryIfOutdated(async () => {
      const proposal = await requireProposal(id, work);
      requireOpen(proposal);
      if (reviewToken) await requireSame(reviewToken, proposal, work);
      const visible = await visibleItems(proposal, work);
      const items = chosenFrom(visible.items, only, id);
      // Without a change there would be no right to judge.
      if (items.length === 0) throw mayNotDecide(id);
      const { seen } = visible;
      const conflicts = [...(await conflictsAmong(statesOf(items, seen, work.settings.registry), work))];
      if (conflicts.length > 0 && !overwrite) throw inConflict(conflicts, id);
      // A concurrent write to one of the aspects makes the approval read and judge again. Versions are as the caller sees them.
      const unchanged = (write: MetadataChangeProposal): MetadataChangeProposal => {
        const version = seen.get(write.urn)?.get(write.aspectName)?.systemMetadata.version;
        return { ...write, condition: { ifVersionMatch: version ?? '-1' } };
      };
      const writes = writesOf(items, stampNow(work), runOf(proposal.urn));
      const byAspect = new Set(writes.map(({ aspectName, urn }) => `${aspectName} ${urn}`));
      const state = items.length === visible.all ? 'APPROVED' : 'PARTLY_APPROVED';
      const approved = {
        ...decided(state, proposal, comment, work),
        approvedItems: items.map((one) => one.id),
      };
      await work.writes.ingest(byAspect.size === writes.length ? writes.map(unchanged) : writes, {
        records: [changeOf(proposal, approved)],
      });
      return proposal.urn;
    });
    return detailOf(await requireWritten(urn, work), work);
  },
});

async function requireSame(
  reviewToken: string,
  proposal: StoredProposal,
  work: ProtectedWork,
): Promise<void> {
  if ((await detailOf(proposal, work)).reviewToken === reviewToken) return;
  throw new CatalogError(
    'CONFLICT',
    'What you saw of the proposal has changed since, and nothing was changed. Look at it again.',
    because('PROPOSAL_CHANGED'),
  );
}

function chosenFrom(
  items: readonly ProposedItem[],
  only: readonly string[] | null | undefined,
  id: string,
): readonly ProposedItem[] {
  if (!only) return items;
  const chosen = items.filter((item) => only.includes(item.id));
  const known = new Set(chosen.map((item) => item.id));
  const unknown = only.filter((one) => !known.has(one));
  if (unknown.length > 0)
    throw invalidRequest(
      `The proposal ${id} has no items ${listText(unknown)}. Use ids of its items.`,
      'only',
      because('PROPOSAL_ITEMS', { items: unknown }),
    );
  if (chosen.length > 0) return chosen;
  throw invalidRequest(
    "'only' is empty. Name the items to approve, or reject the proposal.",
    'only',
    because('INPUT_MISSING', { name: 'only' }),
  );
}

function inConflict(items: readonly ProposedItem[], id: string): CatalogError {
  const ids = items.map((item) => item.id);
  const urns = [...new Set(items.map(({ urn }) => urn))].slice(0, 10);
  return new CatalogError(
    'CONFLICT',
    `${ids.length} of the items of the proposal ${id} changed since it was made, or name what was deleted, on ${listText(urns)}, and nothing was changed. Leave them out by 'only', or set 'overwrite'.`,
    because('PROPOSAL_CONFLICT', { items: ids }),
  );
}
