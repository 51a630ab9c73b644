import * as v from 'valibot';
import { PROPOSAL_STATES, type ProposedItem } from '../../model/access/change-proposal.ts';
import type { Urn } from '../../model/urn.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import { checkLength } from '../list-limits.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, described, objectOf, oneOf, wholeNumber } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';
import {
  CONTENTS_AT_ONCE,
  allProposals,
  itemsOfProposals,
  visibleProposals,
  type StoredProposal,
} from './stored-proposals.ts';
import { mayApprove, summariesOf, visibleAmong, type ProposalSummary } from './view-proposal.ts';

const count = (what: string) => v.pipe(wholeNumber(what), v.minValue(0, 'a whole number from 0'));

/** Lists the proposals that the caller made, or of which it sees an entity, newest first. */
export const listProposals = defineProtected({
  name: 'listProposals',
  effect: 'read',
  summary: 'Lists proposed changes that you made or may see, newest first.',
  isLong: true,
  hasOwnBounds: true,
  needs: TOKEN,
  input: () =>
    objectOf({
      state: v.nullish(described('Only proposals in this state; default: all.', oneOf(PROPOSAL_STATES))),
      for: v.nullish(
        described(
          '`review`: those of which you may approve an item; `me`: your own. Default: all.',
          oneOf(['review', 'me']),
        ),
      ),
      urn: v.nullish(described('Only proposals that change this entity.', URN)),
      start: v.nullish(described('Number of proposals to skip; default 0.', count('the start')), 0),
      count: v.nullish(described('Maximum number of proposals; default 20.', count('the count')), 20),
    }),
  limits: (input, settings) => checkLength('count', input.count, settings),
  run: async (
    { count: most, for: whom, start, state, urn },
    work,
  ): Promise<{ readonly proposals: readonly ProposalSummary[]; readonly total: number }> => {
    const all = await allProposals(work);
    const matching = all.filter(
      (one) =>
        (!state || one.state === state) &&
        (!urn || one.targets.includes(urn)) &&
        (whom !== 'me' || one.proposer === work.actor.urn) &&
        (whom !== 'review' || one.state === 'OPEN'),
    );
    const visible =
      urn && !(await work.query.existing([urn], work.anyScope)).has(urn)
        ? []
        : await visibleProposals(matching, work);
    const found = whom === 'review' ? await decidable(visible, work) : visible;
    return {
      proposals: await summariesOf(found.slice(start, start + most), work),
      total: found.length,
    };
  },
});

/** The open proposals of which the caller may approve an item. */
async function decidable(
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<readonly StoredProposal[]> {
  if (work.actor.restriction?.proposeOnly === true) return [];
  const found = new Set<Urn>();
  for await (const some of inChunks(proposals, CONTENTS_AT_ONCE)) {
    const urns = some.map(({ urn }) => urn);
    const items = await itemsOfProposals(urns, work);
    // Who may approve one item usually may approve the first.
    const judge = async (part: (all: readonly ProposedItem[]) => readonly ProposedItem[]): Promise<void> => {
      const left = urns.filter((urn) => !found.has(urn));
      const approvable = await approvableAmong(
        left.flatMap((urn) => part(items.get(urn) ?? [])),
        work,
      );
      for (const urn of left) if (items.get(urn)?.some((item) => approvable.has(item))) found.add(urn);
    };
    await judge((all) => all.slice(0, 1));
    await judge((all) => all.slice(1));
  }
  return proposals.filter(({ urn }) => found.has(urn));
}

/** The items that the caller sees and may approve. */
async function approvableAmong(
  items: readonly ProposedItem[],
  work: ProtectedWork,
): Promise<ReadonlySet<ProposedItem>> {
  const { items: visible } = await visibleAmong(items, work);
  const may = await mayApprove(visible, work);
  return new Set(visible.filter((_, i) => may[i]));
}
