import * as v from 'valibot';
import { PROPOSAL_STATES } from '../../model/access/change-proposal.ts';
import { checkLength } from '../list-limits.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, described, objectOf, oneOf, wholeNumber } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';
import { allProposals, itemsOfProposals, visibleProposals, type StoredProposal } from './stored-proposals.ts';
import { mayApprove, summariesOf, withoutHiddenItems, type ProposalSummary } from './view-proposal.ts';

const count = (what: string) => v.pipe(wholeNumber(what), v.minValue(0, 'a whole number from 0'));

/** Lists the proposals that the caller made, or of which it sees an entity, newest first. */
export const listProposals = defineProtected({
  name: 'listProposals',
  effect: 'read',
  summary: 'Lists proposed changes that you made or may see, newest first.',
  isLong: true,
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
  const items = await itemsOfProposals(
    proposals.map(({ urn }) => urn),
    work,
  );
  const found: StoredProposal[] = [];
  for (const proposal of proposals) {
    const visible = await withoutHiddenItems(items.get(proposal.urn) ?? [], work);
    if ((await mayApprove(visible, work)).some(Boolean)) found.push(proposal);
  }
  return found;
}
