import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { textsIn } from '../../api/reason.ts';
import { request } from '../../api/request.ts';
import type { Difference } from '../../shared/differences/differences.ts';
import {
  PROPOSALS,
  proposalsQuery,
  readSummary,
  unreadable,
  type ProposalSummary,
} from '../../shared/proposals/proposals.ts';

/** What was decided about an item; null: nothing yet. */
export type Decision = 'APPROVED' | 'LEFT' | 'REJECTED' | null;

/** One part of an entity that a proposal would change, with its values now and as proposed. */
export interface ProposalItem extends Difference {
  readonly id: string;
  /** The entity. */
  readonly urn: string;
  /** Whether the part has changed since it was proposed. */
  readonly hasConflict: boolean;
  readonly mayApprove: boolean;
  readonly decision: Decision;
}

export interface ProposalComment {
  readonly author: string;
  readonly time: number;
  readonly text: string;
}

/** What the change of a definition would do to values, if it were approved now. */
export interface PlanEffect {
  /** The property. */
  readonly urn: string;
  /** Number of values that would be cleared. */
  readonly values: number;
  /** Number of assets that have them. */
  readonly assets: number;
}

/** A proposal as its page shows it. */
export interface Proposal extends ProposalSummary {
  readonly items: readonly ProposalItem[];
  readonly comments: readonly ProposalComment[];
  /** Run that wrote it; undefined until approved. */
  readonly runId: string | undefined;
  /** Commit that changed definitions, by which they are undone with their values; undefined: none. */
  readonly planCommit: number | undefined;
  /** Of the definitions that it changes, for people who may plan; empty for others. */
  readonly effects: readonly PlanEffect[];
  /** Stands for what was shown: an approval with it is refused if that has changed. */
  readonly reviewToken: string;
  readonly mayWithdraw: boolean;
  readonly mayReject: boolean;
}

/** Query options for a proposal; null if it does not exist or the person may not see it. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: ['proposal', id],
    meta: { shows: { urns: [`urn:li:changeProposal:${id}`] } },
    queryFn: async ({ signal }): Promise<Proposal | null> => {
      try {
        return readProposal(await request(pathOf(id), { signal }));
      } catch (error) {
        // 400: not the id of a proposal.
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
        throw error;
      }
    },
  });
}

/** Proposals among which the next one is found. */
const QUEUED = 100;

/** The open proposals of which the person may approve something. */
export const REVIEW_QUEUE = proposalsQuery({ state: 'OPEN', of: 'review', count: QUEUED });

/** What a person does with a proposal, with what the server needs for it. */
export type Deed =
  | {
      readonly kind: 'approve';
      readonly reviewToken: string;
      /** Ids of the items to approve; absent: all. */
      readonly only?: readonly string[] | undefined;
      /** Also what has changed since it was proposed. */
      readonly overwrite?: boolean | undefined;
    }
  | { readonly kind: 'reject'; readonly comment?: string | undefined }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'comments'; readonly text: string };

/** Approves, rejects, withdraws or comments on a proposal, then shows the new state of it and of what it is about. */
export function useDeed(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ...body }: Deed) =>
      readProposal(await request(`${pathOf(id)}/${kind}`, { body })),
    onSuccess: async (proposal, { kind }) => {
      client.setQueryData(proposalQuery(id).queryKey, proposal);
      if (kind === 'comments') return;
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'proposal' });
    },
    onError: async (error) => {
      // What was shown is no longer so.
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: proposalQuery(id).queryKey });
    },
  });
}

function pathOf(id: string): string {
  return `${PROPOSALS}/${encodeURIComponent(id)}`;
}

function readProposal(answer: unknown): Proposal {
  if (!isObject(answer)) throw unreadable();
  const { comments, items, mayReject, mayWithdraw, plan, planCommit, reviewToken, runId } = answer;
  return {
    ...readSummary(answer),
    items: objectsIn(items).map(readItem),
    comments: objectsIn(comments).map(({ author, text, time }) => ({
      author: String(author),
      text: String(text),
      time: Number(time),
    })),
    runId: typeof runId === 'string' ? runId : undefined,
    planCommit: typeof planCommit === 'number' ? planCommit : undefined,
    effects: objectsIn(isObject(plan) ? plan['definitions'] : []).map(({ entities, urn, values }) => ({
      urn: String(urn),
      values: Number(values),
      assets: Number(entities),
    })),
    reviewToken: typeof reviewToken === 'string' ? reviewToken : '',
    mayWithdraw: mayWithdraw === true,
    mayReject: mayReject === true,
  };
}

function readItem(item: Readonly<Record<string, unknown>>): ProposalItem {
  const { after, aspect, before, conflict, decision, id, mayApprove, path, urn } = item;
  return {
    id: String(id),
    urn: String(urn),
    aspect: String(aspect),
    path: withoutSource(textsIn(path)),
    before: before ?? undefined,
    after: after ?? undefined,
    hasConflict: conflict === true,
    mayApprove: mayApprove === true,
    decision: decision === 'APPROVED' || decision === 'LEFT' || decision === 'REJECTED' ? decision : null,
  };
}

/** The path without the sources of labels that no source attributed. */
function withoutSource(path: readonly string[]): readonly string[] {
  return path.slice(0, path.findLastIndex((step) => step !== '') + 1);
}

function objectsIn(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
