import { queryOptions } from '@tanstack/react-query';
import { shorten } from '../../../../src/util/printable.ts';
import { PageError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';

/** Path of the proposals in the API. */
export const PROPOSALS = '/api/colophon/v1/proposals';

/** Type of the entities that proposals are, as in urns. */
const PROPOSAL_TYPE = 'changeProposal';

/** States of a proposal, in the order of a list of choices. */
export const PROPOSAL_STATES = [
  'OPEN',
  'APPROVED',
  'PARTLY_APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const;

export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What lists of proposals show. */
export interface ProposalSummary {
  readonly id: string;
  readonly urn: string;
  readonly title: string;
  readonly reason: string;
  readonly state: ProposalState;
  /** Urn of the person or service account. */
  readonly proposer: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** Urn of the person who approved or rejected it. */
  readonly decidedBy: string | undefined;
  readonly decidedAt: number | undefined;
  /** Urns of the entities that it would change. */
  readonly targets: readonly string[];
}

/** Which proposals a list has; newest first. */
export interface ProposalFilter {
  /** Undefined: of any state. */
  readonly state?: ProposalState | undefined;
  /** `review`: those of which the person may approve something; `me`: the person's own. */
  readonly of?: 'review' | 'me' | undefined;
  /** Entity that they are about. */
  readonly urn?: string | undefined;
  readonly start?: number;
  readonly count: number;
}

/** Query options for a page of the proposals that a filter selects, with their number. */
export function proposalsQuery({ state, of, urn, start = 0, count }: ProposalFilter) {
  const parameters = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(of !== undefined && { for: of }),
    ...(urn !== undefined && { urn }),
    start: String(start),
    count: String(count),
  });
  return queryOptions({
    queryKey: ['proposals', String(parameters)],
    meta: { shows: { types: [PROPOSAL_TYPE] } },
    queryFn: async ({ signal }) => {
      const answer = await request(`${PROPOSALS}?${parameters}`, { signal });
      const { proposals, total } = isObject(answer) ? answer : {};
      if (!Array.isArray(proposals) || typeof total !== 'number') throw unreadable();
      return { proposals: proposals.map(readSummary), total };
    },
  });
}

/** Query options for the number of open proposals that the person may decide. It does not follow the change feed, which would refetch it often. */
export const REVIEWABLE_QUERY = { ...proposalsQuery({ state: 'OPEN', of: 'review', count: 0 }), meta: {} };

/** Longest title in a list, in characters. */
const LONGEST = 100;

/** The title as lists show it. */
export function titleInList({ title }: Pick<ProposalSummary, 'title'>): string {
  return shorten(title, LONGEST);
}

/** Reads a proposal from a response: what lists show of it. Throws {@link PageError}. */
export function readSummary(proposal: unknown): ProposalSummary {
  if (!isObject(proposal)) throw unreadable();
  const { createdAt, decidedAt, decidedBy, expiresAt, id, proposer, reason, targets, title, urn } = proposal;
  const state = PROPOSAL_STATES.find((one) => one === proposal['state']);
  if (typeof id !== 'string' || typeof urn !== 'string' || state === undefined) throw unreadable();
  return {
    id,
    urn,
    state,
    title: typeof title === 'string' ? title : '',
    reason: typeof reason === 'string' ? reason : '',
    proposer: typeof proposer === 'string' ? proposer : '',
    createdAt: typeof createdAt === 'number' ? createdAt : 0,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
    decidedBy: typeof decidedBy === 'string' ? decidedBy : undefined,
    decidedAt: typeof decidedAt === 'number' ? decidedAt : undefined,
    targets: Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [],
  };
}

/** The error for a response that is no proposal. */
export function unreadable(): PageError {
  return new PageError('The server sent proposals in an unknown format. Reload the page.');
}
