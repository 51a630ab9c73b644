import { texts } from '../../util/json/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { PatchOperation } from '../proposal.ts';
import { parseUrn, type Urn } from '../urn.ts';

/** Names of proposals in the registry. */
export const CHANGE_PROPOSAL = {
  entityType: 'changeProposal',
  infoAspect: 'changeProposalInfo',
  contentAspect: 'changeProposalContent',
} as const;

/** States of a proposal. EXPIRED is never stored: it follows from the time. */
export const PROPOSAL_STATES = [
  'OPEN',
  'APPROVED',
  'PARTLY_APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What somebody wrote about a proposal. */
export interface ProposalComment {
  readonly author: Urn;
  /** Epoch ms. */
  readonly time: number;
  readonly text: string;
}

/** A change that waits for somebody who may make it, without what it changes. */
export interface ChangeProposal {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly state: ProposalState;
  readonly proposer: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly decidedBy?: Urn | undefined;
  /** Epoch ms. */
  readonly decidedAt?: number | undefined;
  /** Ids of the approved items; absent before an approval. */
  readonly approvedItems?: readonly string[] | undefined;
  /** The entities that it changes. */
  readonly targets: readonly Urn[];
  /** In the order of time. */
  readonly comments: readonly ProposalComment[];
}

/** One part of an aspect that a proposal changes; approved or not as a whole. */
export interface ProposedItem {
  /** Unique in the proposal. */
  readonly id: string;
  readonly urn: Urn;
  readonly aspectName: string;
  readonly changeType: 'UPSERT' | 'CREATE' | 'UPDATE' | 'RESTATE' | 'PATCH' | 'DELETE';
  /** Members from the root of the aspect, elements of keyed arrays by key; empty: the whole aspect. */
  readonly path: readonly string[];
  /** Fingerprint of the part when it was proposed. */
  readonly digest: string;
  /** Fingerprint of the part as the server would have stored it then; absent: that of the proposed value. */
  readonly afterDigest?: string | undefined;
  /** Entities that the part names after the change and not before, and that existed when it was proposed; absent: none. */
  readonly names?: readonly Urn[] | undefined;
  /** The new aspect; only of whole aspects. */
  readonly value?: JsonObject | undefined;
  /** Only of PATCH. */
  readonly operations?: readonly PatchOperation[] | undefined;
  readonly arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whether its assignments of properties get a stamp. */
  readonly isStamped?: boolean | undefined;
}

/** Reads the stored aspect `changeProposalInfo`. Throws Error for a damaged one. */
export function readChangeProposal(value: JsonObject): ChangeProposal {
  const state = PROPOSAL_STATES.find((one) => one === value['state']);
  if (state === undefined) throw new Error('A stored proposal has an unknown state.');
  const comments = Array.isArray(value['comments']) ? value['comments'].filter(isJsonObject) : [];
  return {
    title: textOf(value, 'title'),
    reason: typeof value['reason'] === 'string' ? value['reason'] : undefined,
    state,
    proposer: parseUrn(textOf(value, 'proposer')),
    createdAt: numberOf(value, 'createdAt'),
    expiresAt: numberOf(value, 'expiresAt'),
    decidedBy: typeof value['decidedBy'] === 'string' ? parseUrn(value['decidedBy']) : undefined,
    decidedAt: typeof value['decidedAt'] === 'number' ? value['decidedAt'] : undefined,
    approvedItems: Array.isArray(value['approvedItems']) ? texts(value['approvedItems']) : undefined,
    targets: texts(value['targets']).map(parseUrn),
    comments: comments.map((comment) => ({
      author: parseUrn(textOf(comment, 'author')),
      time: numberOf(comment, 'time'),
      text: textOf(comment, 'text'),
    })),
  };
}

/** The aspect `changeProposalInfo` of a proposal. */
export function storedChangeProposal(proposal: ChangeProposal): JsonObject {
  const { approvedItems, comments, decidedAt, decidedBy, reason, state, targets, ...always } = proposal;
  return {
    ...always,
    state: state === 'EXPIRED' ? 'OPEN' : state,
    ...(reason !== undefined && { reason }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(decidedAt !== undefined && { decidedAt }),
    ...(approvedItems !== undefined && { approvedItems: [...approvedItems] }),
    targets: [...targets],
    comments: comments.map((comment) => ({ ...comment })),
  };
}

/** Reads the items of the stored aspect `changeProposalContent`, which only the server writes. */
export function readProposedItems(value: JsonObject): readonly ProposedItem[] {
  const items: JsonValue = JSON.parse(textOf(value, 'items')) as JsonValue;
  if (!Array.isArray(items)) throw new Error('The stored items of a proposal are no list.');
  const written: readonly unknown[] = items;
  // Only `storedProposedItems` writes it.
  return written as readonly ProposedItem[];
}

/** The aspect `changeProposalContent` with these items. */
export function storedProposedItems(items: readonly ProposedItem[]): JsonObject {
  return { items: JSON.stringify(items) };
}

function textOf(value: JsonObject, member: string): string {
  const text = value[member];
  if (typeof text !== 'string') throw new Error(`A stored proposal has no ${member}.`);
  return text;
}

function numberOf(value: JsonObject, member: string): number {
  const number = value[member];
  if (typeof number !== 'number') throw new Error(`A stored proposal has no ${member}.`);
  return number;
}
