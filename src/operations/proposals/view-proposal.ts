import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import type { ProposalComment, ProposalState, ProposedItem } from '../../model/access/change-proposal.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Plan } from '../../model/plan.ts';
import { holderOf } from '../../model/relationships/column-holder.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { Sequence } from '../../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, parseUrn, urnKey, type Urn } from '../../model/urn.ts';
import type { JsonValue } from '../../util/json.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import { stableJson } from '../../util/json/stable-json.ts';
import { shortDigest } from '../../util/short-digest.ts';
import { stampNow } from '../stamp-now.ts';
import type { ProtectedWork } from '../work.ts';
import { writesOf } from './item-writes.ts';
import { partStates, specOf, type PartState } from './part-states.ts';
import { conflictsAmong } from './conflicts.ts';
import { UNTITLED, madeTitle } from './made-title.ts';
import { planOfItems } from './plan-of-items.ts';
import {
  CONTENTS_AT_ONCE,
  commitOfApproval,
  itemsOfProposals,
  type StoredProposal,
} from './stored-proposals.ts';

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
  /** Whether the part has changed since it was proposed, other than to what is proposed, or what it names is deleted. */
  readonly conflict: boolean;
  readonly mayApprove: boolean;
  /** Null while nobody has decided. */
  readonly decision: 'APPROVED' | 'LEFT' | 'REJECTED' | null;
}

/** A proposal with its items. */
export interface ProposalDetail extends Omit<ProposalSummary, 'comments'> {
  readonly comments: readonly ProposalComment[];
  readonly items: readonly ItemView[];
  /** What changes of definitions would do to values, if it were approved now; null without any, or for who may not plan. */
  readonly plan: Plan | null;
  /** The run of its writes, once it is approved. */
  readonly runId: string | null;
  /** The commit that changed definitions, by which they are undone with their values; null if it changed none that the caller sees. */
  readonly planCommit: Sequence | null;
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
  const targets = new Set(proposals.flatMap((one) => one.targets));
  const seen = await work.query.existing([...targets], work.anyScope);
  const titles = await madeTitles(proposals, work);
  return proposals.map((proposal) => summaryOf(proposal, titles.get(proposal.urn), seen));
}

/** `title`: what it is called, if it has no title of its own. */
function summaryOf(
  proposal: StoredProposal,
  title: string | undefined,
  seen: Pick<ReadonlySet<Urn>, 'has'>,
): ProposalSummary {
  return {
    id: urnKey(proposal.urn),
    urn: proposal.urn,
    title: title ?? proposal.title,
    reason: proposal.reason ?? null,
    state: proposal.state,
    proposer: proposal.proposer,
    createdAt: proposal.createdAt,
    expiresAt: proposal.expiresAt,
    decidedBy: proposal.decidedBy ?? null,
    decidedAt: proposal.decidedAt ?? null,
    targets: proposal.targets.filter((urn) => seen.has(urn)),
    comments: proposal.comments.length,
  };
}

/** The titles of the untitled ones of these proposals, from the items that the caller may see. */
async function madeTitles(
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<ReadonlyMap<Urn, string>> {
  const untitled = proposals.filter(({ title }) => title === UNTITLED).map(({ urn }) => urn);
  const titles = new Map<Urn, string>();
  for await (const urns of inChunks(untitled, CONTENTS_AT_ONCE)) {
    const items = await itemsOfProposals(urns, work);
    const visible = new Set((await visibleAmong([...items.values()].flat(), work)).items);
    for (const urn of urns)
      titles.set(urn, madeTitle((items.get(urn) ?? []).filter((item) => visible.has(item))));
  }
  return titles;
}

/** The proposal with the items that the caller may see. */
export async function detailOf(proposal: StoredProposal, work: ProtectedWork): Promise<ProposalDetail> {
  const { items, seen } = await visibleItems(proposal, work);
  const isOpen = proposal.state === 'OPEN';
  const may = isOpen ? await mayApprove(items, work) : items.map(() => false);
  const states = statesOf(items, seen, work.settings.registry);
  const conflicts = isOpen ? await conflictsAmong(states, work) : new Set();
  const views = states.map((state, i): ItemView => ({
    id: state.item.id,
    urn: state.item.urn,
    aspect: state.item.aspectName,
    path: state.item.path,
    before: state.before ?? null,
    after: state.after ?? null,
    conflict: conflicts.has(state.item),
    mayApprove: may[i] ?? false,
    decision: decisionOf(state.item, proposal),
  }));
  const changesDefinition = views.some(
    ({ decision, urn }) => decision === 'APPROVED' && entityTypeOf(urn) === STRUCTURED_PROPERTY.entityType,
  );
  const planCommit = changesDefinition ? ((await commitOfApproval(proposal.urn, work)) ?? null) : null;
  const plan = isOpen ? await planOfItems(items, seen, work) : null;
  return {
    ...summaryOf(proposal, proposal.title === UNTITLED ? madeTitle(items) : undefined, seen),
    comments: proposal.comments,
    items: views,
    runId: proposal.approvedItems === undefined ? null : runOf(proposal.urn),
    plan,
    planCommit,
    reviewToken: reviewTokenOf(proposal, views, plan),
    mayReject: isOpen && may.some(Boolean),
    mayWithdraw: isOpen && proposal.proposer === work.actor.urn,
  };
}

/** Stands for the state, the items and the effects of a proposal. */
function reviewTokenOf(
  { state, urn }: StoredProposal,
  items: readonly ItemView[],
  plan: Plan | null,
): string {
  const shown = items.map(({ after, before, id }) => ({ id, before, after }));
  const effects = plan?.definitions.map(({ change, entities, urn: property, values, violations }) => ({
    property,
    change,
    entities,
    values,
    violating: violations?.entities ?? 0,
  }));
  return shortDigest(stableJson([urn, state, shown, ...(effects === undefined ? [] : [effects])]));
}

function decisionOf({ id }: ProposedItem, { approvedItems, state }: StoredProposal): ItemView['decision'] {
  if (state === 'REJECTED') return 'REJECTED';
  if (approvedItems === undefined) return null;
  return approvedItems.includes(id) ? 'APPROVED' : 'LEFT';
}

/** Items on parts that the caller may see. */
interface VisibleItems {
  readonly items: readonly ProposedItem[];
  /** What the caller sees of their entities. */
  readonly seen: ReadonlyMap<Urn, EntityAspects>;
}

/** The items of a proposal on parts that the caller may see, with their aspects, and how many items there are in all. */
export async function visibleItems(
  { urn }: StoredProposal,
  work: ProtectedWork,
): Promise<VisibleItems & { readonly all: number }> {
  const all = (await itemsOfProposals([urn], work)).get(urn) ?? [];
  const names = new Set(all.map(({ aspectName }) => aspectName));
  return { ...(await visibleAmong(all, work, [...names])), all: all.length };
}

/** The items on parts that the caller may see, and the named aspects of their entities as it sees them. */
export async function visibleAmong(
  items: readonly ProposedItem[],
  work: ProtectedWork,
  aspectNames: readonly string[] = [],
): Promise<VisibleItems> {
  const urns = urnsOf(items);
  const seen = await work.query.getEntities(urns, aspectNames, work.anyScope);
  // A column without metadata of its own is visible with its dataset.
  const columns = urns.filter((urn) => !seen.has(urn) && holderOf(urn) !== undefined);
  const hidden = await work.query.existing(columns, EVERYTHING);
  const holders = new Map(
    columns.filter((urn) => !hidden.has(urn)).map((urn) => [urn, holderOf(urn) ?? urn]),
  );
  const seenHolders = await work.query.existing([...new Set(holders.values())], work.anyScope);
  const rights = await readRights(items, work);
  const isVisible = (item: ProposedItem): boolean => {
    const holder = holders.get(item.urn);
    if (!seen.has(item.urn) && (holder === undefined || !seenHolders.has(holder))) return false;
    const property = propertyOf(item);
    return property === undefined || rights === undefined || rights.mayRead(property, item.urn);
  };
  return { items: items.filter(isVisible), seen };
}

/** Whether the caller has the rights for each item. */
export function mayApprove(items: readonly ProposedItem[], work: ProtectedWork): Promise<readonly boolean[]> {
  const stamp = stampNow(work);
  return work.writes.mayIngestEach(items.flatMap((item) => writesOf([item], stamp, '')));
}

function urnsOf(items: readonly ProposedItem[]): readonly Urn[] {
  return [...new Set(items.map(({ urn }) => urn))];
}

/** The parts of the items in these aspects, before and after their changes, in the order of the items. */
export function statesOf(
  items: readonly ProposedItem[],
  seen: ReadonlyMap<Urn, EntityAspects>,
  registry: EntityRegistry,
): readonly PartState<ProposedItem>[] {
  const byAspect = Map.groupBy(items, ({ aspectName, urn }) => `${aspectName} ${urn}`);
  const states = [...byAspect.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const { aspectName, urn } = first;
    return partStates(of, seen.get(urn)?.get(aspectName)?.value, specOf(aspectName, registry));
  });
  const byItem = new Map(states.map((state) => [state.item, state]));
  return items.flatMap((item) => byItem.get(item) ?? []);
}

async function readRights(
  items: readonly ProposedItem[],
  { actor, services }: ProtectedWork,
): Promise<AssignmentRights | undefined> {
  const holders = items.filter(({ aspectName }) => aspectName === STRUCTURED_PROPERTY.assignmentAspect);
  const urns = urnsOf(holders);
  return urns.length === 0 ? undefined : services.authorizer.assignmentRights(actor, urns, new Map());
}

/** The property whose assignment the item changes; undefined if it changes something else. */
function propertyOf({ aspectName, path: [, property] }: ProposedItem): Urn | undefined {
  if (aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return undefined;
  return parseUrn(property ?? '');
}
