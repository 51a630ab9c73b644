import {
  PROPOSAL_STATES,
  type ProposalFilter,
  type ProposalState,
} from '../../shared/proposals/proposals.ts';
import { startIn } from '../../urls/list-state.ts';
import type { UrlCodec } from '../../urls/search-state.ts';

/** Which proposals the list shows. */
export interface ProposalListState {
  /** Whose: those that the person may decide, the person's own, or all that they may see. */
  readonly of: 'review' | 'me' | 'all';
  /** `ANY`: of any state. */
  readonly state: ProposalState | 'ANY';
  /** Entity that they are about; '' for any. */
  readonly urn: string;
  /** Offset of the page, in items. */
  readonly start: number;
}

/** Proposals per page. */
export const PAGE_SIZE = 50;

/** Codec of the list in the address: `?for=me&state=REJECTED`. Open ones to review are the default; of an entity, all open ones. */
export const LIST_STATE: UrlCodec<ProposalListState> = {
  parse: (parameters) => {
    const urn = parameters.get('urn') ?? '';
    const whose = parameters.get('for') ?? (urn === '' ? 'review' : 'all');
    const state = parameters.get('state');
    return {
      of: whose === 'me' || whose === 'all' ? whose : 'review',
      state: state === 'ANY' ? state : (PROPOSAL_STATES.find((one) => one === state) ?? 'OPEN'),
      urn,
      start: startIn(parameters),
    };
  },
  format: ({ of, start, state, urn }) =>
    new URLSearchParams({
      ...(of !== (urn === '' ? 'review' : 'all') && { for: of }),
      ...(state !== 'OPEN' && { state }),
      ...(urn !== '' && { urn }),
      ...(start > 0 && { start: String(start) }),
    }),
};

/** What the server is asked for. */
export function filterOf({ of, start, state: chosen, urn }: ProposalListState): ProposalFilter {
  const state = of === 'review' ? 'OPEN' : chosen;
  return {
    start,
    count: PAGE_SIZE,
    ...(of !== 'all' && { of }),
    ...(state !== 'ANY' && { state }),
    ...(urn !== '' && { urn }),
  };
}
