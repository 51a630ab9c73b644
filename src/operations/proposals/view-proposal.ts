import { valueAt } from '../../change/patch/value-at.ts';
import { CatalogError } from '../../errors.ts';
import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import type { ProposalComment, ProposalState, ProposedItem } from '../../model/access/change-proposal.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { parseUrn, urnKey, type Urn } from '../../model/urn.ts';
import type { JsonValue } from '../../util/json.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { shortDigest } from '../../util/short-digest.ts';
import { stampNow } from '../stamp-now.ts';
import type { ProtectedWork } from '../work.ts';
import { afterItem, isInConflict, specOf, writesOf } from './items.ts';
import { UNTITLED, madeTitle } from './made-title.ts';
import { itemsOfProposals, seenOf, type StoredProposal } from './stored-proposals.ts';

/** A proposal in a list. */
export interface ProposalSummary {
  readonly id: string;
  readonly urn: Urn;
  readonly title: string;
  readonly reason: string | null;
  readonly state: ProposalState;
  readonly proposer: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly decidedBy: Urn | null;
  /** Epoch ms. */
  readonly decidedAt: number | null;
  /** The entities it changes that the caller sees. */
  readonly targets: readonly Urn[];
  /** Number of comments. */
  readonly comments: number;
}

/** One part that a proposal changes, as the caller may see it. */
export interface ItemView {
  readonly id: string;
  readonly urn: Urn;
  readonly aspect: string;
  /** Members from the root of the aspect, elements of keyed arrays by key; empty: the whole aspect. */
  readonly path: readonly string[];
  /** What is there now; null: nothing. */
  readonly before: JsonValue;
  /** What would be there; null: nothing. */
  readonly after: JsonValue;
  /** Whether the part has changed since it was proposed, other than to what is proposed. */
  readonly conflict: boolean;
  readonly mayApprove: boolean;
  /** Null while nobody has decided. */
  readonly decision: 'APPROVED' | 'LEFT' | 'REJECTED' | null;
}

/** A proposal with its items. */
export interface ProposalDetail extends Omit<ProposalSummary, 'comments'> {
  readonly comments: readonly ProposalComment[];
  readonly items: readonly ItemView[];
  /** The run of its writes, once it is approved. */
  readonly runId: string | null;
  /** Stands for what is shown here: approving with it is refused if anything of it has changed. */
  readonly reviewToken: string;
  readonly mayReject: boolean;
  readonly mayWithdraw: boolean;
}

/** The run that the writes of an approval belong to. */
export function runOf(urn: Urn): string {
  return `proposal-${urnKey(urn)}`;
}

/** The proposals as in a list. */
export async function summariesOf(
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<readonly ProposalSummary[]> {
  const seen = await seenOf([...new Set(proposals.flatMap((one) => one.targets))], work);
  const titles = await madeTitles(proposals, work);
  return proposals.map((proposal) => ({
    id: urnKey(proposal.urn),
    urn: proposal.urn,
    title: titles.get(proposal.urn) ?? proposal.title,
    reason: proposal.reason ?? null,
    state: proposal.state,
    proposer: proposal.proposer,
    createdAt: proposal.createdAt,
    expiresAt: proposal.expiresAt,
    decidedBy: proposal.decidedBy ?? null,
    decidedAt: proposal.decidedAt ?? null,
    targets: proposal.targets.filter((urn) => seen.has(urn)),
    comments: proposal.comments.length,
  }));
}

/** The titles of the untitled ones of these proposals, from the items that the caller may see. */
async function madeTitles(
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<ReadonlyMap<Urn, string>> {
  const urns = proposals.filter(({ title }) => title === UNTITLED).map(({ urn }) => urn);
  const items = await itemsOfProposals(urns, work);
  const visible = new Set(await withoutHiddenItems([...items.values()].flat(), work));
  return new Map(
    urns.map((urn) => [urn, madeTitle((items.get(urn) ?? []).filter((item) => visible.has(item)))]),
  );
}

/** The proposal with the items that the caller may see. */
export async function detailOf(proposal: StoredProposal, work: ProtectedWork): Promise<ProposalDetail> {
  const [summary] = await summariesOf([proposal], work);
  if (summary === undefined) throw new Error('One proposal has one summary.');
  const { items } = await visibleItems(proposal, work);
  const isOpen = proposal.state === 'OPEN';
  const may = isOpen ? await mayApprove(items, work) : items.map(() => false);
  const read = await readAspects(items, work);
  const views = items.map((item, i): ItemView => {
    const spec = specOf(item.aspectName, work.settings.registry);
    const seen = read.get(item.urn)?.get(item.aspectName)?.value;
    return {
      id: item.id,
      urn: item.urn,
      aspect: item.aspectName,
      path: item.path,
      before: orNull(() => valueAt(spec, seen, item.path, item.arrayPrimaryKeys)),
      after: orNull(() => afterItem(item, seen, spec)),
      conflict: isOpen && isInConflict(item, seen, spec),
      mayApprove: may[i] ?? false,
      decision: decisionOf(item, proposal),
    };
  });
  return {
    ...summary,
    comments: proposal.comments,
    items: views,
    runId: proposal.approvedItems === undefined ? null : runOf(proposal.urn),
    reviewToken: reviewTokenOf(proposal, views),
    mayReject: isOpen && may.some(Boolean),
    mayWithdraw: isOpen && proposal.proposer === work.actor.urn,
  };
}

/** Stands for the state and the items of a proposal. */
function reviewTokenOf({ state, urn }: StoredProposal, items: readonly ItemView[]): string {
  const shown = items.map(({ after, before, id }) => ({ id, before, after }));
  return shortDigest(stableJson([urn, state, shown]));
}

function decisionOf({ id }: ProposedItem, { approvedItems, state }: StoredProposal): ItemView['decision'] {
  if (state === 'REJECTED') return 'REJECTED';
  if (approvedItems === undefined) return null;
  return approvedItems.includes(id) ? 'APPROVED' : 'LEFT';
}

/** The items on parts that the caller may see, and how many there are in all. */
export async function visibleItems(
  { urn }: StoredProposal,
  work: ProtectedWork,
): Promise<{ readonly items: readonly ProposedItem[]; readonly all: number }> {
  const all = (await itemsOfProposals([urn], work)).get(urn) ?? [];
  return { items: await withoutHiddenItems(all, work), all: all.length };
}

/** The items on parts that the caller may see. */
export async function withoutHiddenItems(
  items: readonly ProposedItem[],
  work: ProtectedWork,
): Promise<readonly ProposedItem[]> {
  const urns = [...new Set(items.map((item) => item.urn))];
  const columns = urns.filter((urn) => holderOf(urn) !== undefined);
  const existing = await work.query.existing(columns, EVERYTHING);
  // A column without metadata of its own is visible with its dataset.
  const shownBy = new Map(urns.map((urn) => [urn, existing.has(urn) ? urn : (holderOf(urn) ?? urn)]));
  const seen = await work.query.existing([...new Set(shownBy.values())], work.anyScope);
  const rights = await readRights(items, work);
  return items.filter((item) => {
    if (!seen.has(shownBy.get(item.urn) ?? item.urn)) return false;
    const property = propertyOf(item);
    return property === undefined || rights === undefined || rights.mayRead(property, item.urn);
  });
}

/** Whether the caller has the rights for each item. */
export function mayApprove(items: readonly ProposedItem[], work: ProtectedWork): Promise<readonly boolean[]> {
  const stamp = stampNow(work);
  return work.writes.mayIngestEach(items.flatMap((item) => writesOf([item], stamp, '')));
}

/** What the caller sees of the aspects of the items. */
export function readAspects(
  items: readonly ProposedItem[],
  { anyScope, query }: ProtectedWork,
): Promise<ReadonlyMap<Urn, EntityAspects>> {
  const urns = [...new Set(items.map((item) => item.urn))];
  const names = [...new Set(items.map(({ aspectName }) => aspectName))];
  return query.getEntities(urns, names, anyScope);
}

async function readRights(
  items: readonly ProposedItem[],
  { actor, services }: ProtectedWork,
): Promise<AssignmentRights | undefined> {
  const holders = items.filter(({ aspectName }) => aspectName === STRUCTURED_PROPERTY.assignmentAspect);
  const urns = [...new Set(holders.map(({ urn }) => urn))];
  return urns.length === 0 ? undefined : services.authorizer.assignmentRights(actor, urns, new Map());
}

/** The property whose assignment the item changes; undefined if it changes something else. */
function propertyOf({ aspectName, path: [, property] }: ProposedItem): Urn | undefined {
  if (aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return undefined;
  return parseUrn(property ?? '');
}

/** A value that a patch gives; null if there is none, or if the patch no longer fits. */
function orNull(read: () => JsonValue | undefined): JsonValue {
  try {
    return read() ?? null;
  } catch (error) {
    if (error instanceof CatalogError) return null;
    throw error;
  }
}
