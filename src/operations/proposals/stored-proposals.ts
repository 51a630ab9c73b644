import { forbidden } from '../../auth/rights.ts';
import { CatalogError } from '../../errors.ts';
import {
  CHANGE_PROPOSAL,
  readChangeProposal,
  readProposedItems,
  type ChangeProposal,
  type ProposalState,
  type ProposedItem,
} from '../../model/access/change-proposal.ts';
import type { Sequence } from '../../model/sequence.ts';
import { missingEntity } from '../../model/missing-entity.ts';
import { formatUrn, isUrn, urnKey, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import type { ProtectedWork } from '../work.ts';

const { contentAspect, entityType, infoAspect } = CHANGE_PROPOSAL;

/** A stored proposal, in its state now. */
export interface StoredProposal extends ChangeProposal {
  readonly urn: Urn;
  /** Version of its stored aspect, for conditional writes. */
  readonly version: string | undefined;
}

/** All proposals, newest first. */
export async function allProposals({
  services,
  settings,
}: ProtectedWork): Promise<readonly StoredProposal[]> {
  const rows = await services.reader.rowsOf(entityType, infoAspect);
  return rows
    .map(({ aspect }) =>
      asOf(settings.now(), {
        ...readChangeProposal(aspect.value),
        urn: aspect.urn,
        version: aspect.systemMetadata.version,
      }),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.urn < b.urn ? -1 : 1));
}

/** A proposal that has expired by now is no longer open. */
function asOf(now: number, proposal: StoredProposal): StoredProposal {
  return proposal.state === 'OPEN' && proposal.expiresAt <= now
    ? { ...proposal, state: 'EXPIRED' }
    : proposal;
}

/** The proposals that the caller made, or of which it sees an entity. */
export async function visibleProposals(
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<readonly StoredProposal[]> {
  const { actor } = work;
  const since = proposals.some(({ proposer }) => proposer === actor.urn) ? await accountSince(work) : 0;
  const isOwn = ({ createdAt, proposer }: StoredProposal): boolean =>
    proposer === actor.urn &&
    createdAt >= since &&
    actor.restriction?.entityTypes?.includes(entityType) !== false;
  const others = proposals.filter((proposal) => !isOwn(proposal)).map(({ urn }) => urn);
  const seen = await work.query.existing(others, work.anyScope);
  return proposals.filter((proposal) => isOwn(proposal) || seen.has(proposal.urn));
}

/** Since when the caller's account exists, in epoch ms: earlier proposals are those of a removed user of the same name. */
async function accountSince({ actor, services }: ProtectedWork): Promise<number> {
  const found = await services.reader.entities([actor.urn], []);
  return found.get(actor.urn)?.entity.created.time ?? 0;
}

/** A proposal by its id or urn. Throws NOT_FOUND if there is none, or the caller may not see it. */
export async function requireProposal(id: string, work: ProtectedWork): Promise<StoredProposal> {
  const urn = isUrn(id) ? id : formatUrn(entityType, id);
  const found = await findProposal(urn, work);
  const [visible] = found === undefined ? [] : await visibleProposals([found], work);
  if (visible !== undefined) return visible;
  throw missingProposal(urn);
}

/**
 * A proposal that the caller has just made or decided. It may have hidden the last entity of it from itself, which must not look as
 * if nothing was done.
 */
export async function requireWritten(urn: Urn, work: ProtectedWork): Promise<StoredProposal> {
  const found = await findProposal(urn, work);
  if (found === undefined) throw missingProposal(urn);
  return found;
}

function missingProposal(urn: Urn): CatalogError {
  return new CatalogError(
    'NOT_FOUND',
    `There is no proposal ${urnKey(urn)} that you may see. List the proposals to find it.`,
    { problems: [{ code: 'NOT_FOUND', message: 'It does not exist.', ...missingEntity(urn), urn }] },
  );
}

/** A proposal, whether or not the caller may see it. */
export async function findProposal(urn: Urn, work: ProtectedWork): Promise<StoredProposal | undefined> {
  const found = await work.services.reader.entities([urn], [infoAspect]);
  const aspect = found.get(urn)?.aspects.get(infoAspect);
  if (aspect === undefined) return undefined;
  const { version } = aspect.systemMetadata;
  return asOf(work.settings.now(), { ...readChangeProposal(aspect.value), urn, version });
}

/** Proposals of which the contents, of up to a mebibyte each, are in memory together: fewer would each cost lookups of their own. */
export const CONTENTS_AT_ONCE = 25;

/** The commit that approved a proposal; undefined if it is no longer known, or the proposal was not approved. */
export async function commitOfApproval(urn: Urn, { services }: ProtectedWork): Promise<Sequence | undefined> {
  const key = { urn, aspectName: infoAspect };
  const latest = await services.reader.version(key, 0);
  const former = await services.reader.history(key);
  // Comments change it, too, before and after.
  const versions = [...former.map(({ row }) => row), ...(latest ? [latest] : [])];
  return versions
    .filter(({ aspect }) => readChangeProposal(aspect.value).approvedItems !== undefined)
    .map(({ aspect }) => aspect.sequence)
    .sort((a, b) => a - b)[0];
}

/** The items of up to `CONTENTS_AT_ONCE` proposals, hidden ones too. */
export async function itemsOfProposals(
  urns: readonly Urn[],
  { services }: ProtectedWork,
): Promise<ReadonlyMap<Urn, readonly ProposedItem[]>> {
  const found = await services.reader.entities(urns, [contentAspect]);
  return new Map(
    [...found].flatMap(([urn, { aspects }]) => {
      const content = aspects.get(contentAspect);
      return content === undefined ? [] : [[urn, readProposedItems(content.value)] as const];
    }),
  );
}

/** Throws FORBIDDEN for a read-only token: a proposal, a comment or a decision is a write. */
export function requireWriting({ actor: { restriction } }: ProtectedWork): void {
  if (restriction?.readOnly === true) throw forbidden('The token is read-only.');
}

/** Throws CONFLICT unless the proposal is open. */
export function requireOpen({ state, urn }: { readonly state: ProposalState; readonly urn: Urn }): void {
  if (state === 'OPEN') return;
  throw new CatalogError(
    'CONFLICT',
    `The proposal ${urnKey(urn)} is ${STATE_WORDS[state]}, so nothing was changed. Only open proposals can be decided.`,
    because('PROPOSAL_DECIDED', { state }),
  );
}

const STATE_WORDS: Readonly<Record<ProposalState, string>> = {
  OPEN: 'open',
  APPROVED: 'approved already',
  PARTLY_APPROVED: 'approved in part already',
  REJECTED: 'rejected already',
  WITHDRAWN: 'withdrawn',
  EXPIRED: 'expired',
};
