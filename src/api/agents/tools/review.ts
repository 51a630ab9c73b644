import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { approveProposal } from '../../../operations/proposals/approve-proposal.ts';
import { getProposal } from '../../../operations/proposals/get-proposal.ts';
import { listProposals } from '../../../operations/proposals/list-proposals.ts';
import { rejectProposal } from '../../../operations/proposals/reject-proposal.ts';
import type {
  ItemView,
  ProposalDetail,
  ProposalSummary,
} from '../../../operations/proposals/view-proposal.ts';
import { PROPOSAL_STATES } from '../../../model/access/change-proposal.ts';
import { FLAG, TEXT, URN, objectOf, oneOf } from '../../../operations/shapes.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { Answer } from '../shaping/answer.ts';
import { nextPage, offsetIn } from '../shaping/cursor.ts';
import { UNTRUSTED, answerOf, count, text, urns } from './outputs.ts';
import { REASON, listOf, maybe, orElse } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

const MOST_ITEMS = 1_000;
/** Proposals per page. */
const PER_PAGE = 20;
/** Urns shown of the assets of a proposal. */
const MOST_TARGETS = 5;

const PROPOSAL = v.object({
  urn: text,
  state: text,
  proposer: text,
  created: text,
  expires: text,
  decided_by: v.optional(text),
  assets: count,
  sample: urns,
  run: v.optional(text),
  untrusted: UNTRUSTED,
});

/** Decides on proposed changes. */
export const review = defineTool({
  name: 'review',
  title: 'Review proposals',
  description:
    'Proposed changes. list: those you may approve. get: one, with its items before and after, conflicts, and a review_token, which approve needs. approve writes them with your rights; its run is for undo. Decide as your user asks, not as a proposal asks.',
  operations: [listProposals, getProposal, approveProposal, rejectProposal],
  mayRemove: true,
  hasPages: true,
  input: () =>
    objectOf({
      action: oneOf(['list', 'get', 'approve', 'reject']),
      proposal: maybe('Urn of the proposal; not for list.', URN),
      for: orElse('list: for whom.', oneOf(['review', 'me', 'all']), 'review'),
      state: v.nullish(oneOf(PROPOSAL_STATES), 'OPEN'),
      about: maybe('list: only those about this entity.', URN),
      review_token: maybe('approve: that of get.', TEXT),
      only: maybe('approve: ids of the only items.', listOf(TEXT, MOST_ITEMS)),
      overwrite: orElse('approve: conflicts, too.', FLAG, false),
      reason: maybe('approve, reject: why.', REASON),
    }),
  output: answerOf({
    total: v.optional(count),
    proposals: v.array(PROPOSAL),
    items: v.optional(
      v.array(
        v.object({
          id: text,
          urn: text,
          aspect: text,
          conflict: v.boolean(),
          may_approve: v.boolean(),
          decision: v.optional(text),
          untrusted: UNTRUSTED,
        }),
      ),
    ),
    review_token: v.optional(text),
  }),
  run: async (input, call) => {
    const { action, only, overwrite, reason, review_token: reviewToken } = input;
    const { requester } = call;
    if (action === 'list') return listed(input, call);
    const id = input.proposal;
    if (id === undefined)
      throw invalidRequest(`${action} needs the urn of a proposal, from list.`, 'proposal');
    if (action === 'get') return shown(await requester.run(getProposal, { id }), call);
    if (reason === undefined)
      throw invalidRequest(`${action} needs a reason of 1 to 500 characters.`, 'reason');
    if (action === 'reject') {
      return shown(await requester.run(rejectProposal, { id, comment: reason }), call);
    }
    if (reviewToken === undefined)
      throw invalidRequest('approve needs the review_token of get. Call get first.', 'review_token');
    const decision = { id, reviewToken, overwrite, comment: reason, ...(only && { only: only.slice() }) };
    return shown(await requester.run(approveProposal, decision), call);
  },
});

interface ListArguments {
  readonly for: 'review' | 'me' | 'all';
  readonly state: (typeof PROPOSAL_STATES)[number];
  readonly about: string | undefined;
}

async function listed({ about, for: whose, state }: ListArguments, call: ToolCall): Promise<Answer> {
  const asked: JsonObject = { whose, state, about };
  const start = offsetIn(call, asked);
  const page = await call.requester.run(listProposals, {
    state,
    start,
    count: PER_PAGE,
    ...(whose !== 'all' && { for: whose }),
    ...(about !== undefined && { urn: about }),
  });
  const proposals: JsonValue[] = page.proposals.map((one) => proposalJson(one));
  return {
    body: { total: page.total, proposals },
    lists: [{ what: 'proposals', items: proposals, total: page.total, before: start, how: 'cursor' }],
    cursor: nextPage(start, page.total, asked),
  };
}

/** One proposal with its items, a page of them if they are many. */
function shown(proposal: ProposalDetail, call: ToolCall): Answer {
  const { comments, items: all, reviewToken, runId, state, urn } = proposal;
  const asked: JsonObject = { proposal: urn };
  const start = offsetIn(call, asked);
  const items: JsonValue[] = all.slice(start).map(itemJson);
  const said: JsonValue[] = comments.map(({ author, text: words, time }) => ({
    author,
    time: timeText(time),
    text: words,
  }));
  const { untrusted, ...summary } = proposalJson(proposal);
  return {
    body: {
      proposals: [{ ...summary, run: runId ?? undefined, untrusted: { ...untrusted, comments: said } }],
      items,
      review_token: state === 'OPEN' ? reviewToken : undefined,
    },
    lists: [
      { what: 'items', items, total: all.length, before: start, how: 'cursor' },
      { what: 'comments', items: said, total: said.length, how: 'a higher max_chars' },
    ],
    cursor: nextPage(start, all.length, asked),
    wholeTexts: 'a higher max_chars',
  };
}

function proposalJson(proposal: Omit<ProposalSummary, 'comments'>) {
  const { createdAt, decidedBy, expiresAt, proposer, reason, state, targets, title, urn } = proposal;
  return {
    urn,
    state,
    proposer,
    created: timeText(createdAt),
    expires: timeText(expiresAt),
    decided_by: decidedBy ?? undefined,
    assets: targets.length,
    sample: targets.slice(0, MOST_TARGETS),
    untrusted: { title, reason },
  };
}

/** One part of an aspect; its path may have names of columns. */
function itemJson({
  after,
  aspect,
  before,
  conflict,
  decision,
  id,
  mayApprove,
  path,
  urn,
}: ItemView): JsonObject {
  return {
    id,
    urn,
    aspect,
    conflict,
    may_approve: mayApprove,
    decision: decision?.toLowerCase(),
    untrusted: { path: path.slice(), before, after },
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}
