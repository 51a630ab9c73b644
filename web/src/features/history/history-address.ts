import type { UrlCodec } from '../../urls/search-state.ts';
import type { MomentFilter } from './moments.ts';

/** State of a history view. Times are epoch ms. */
export interface HistoryState {
  readonly filter: MomentFilter;
  /** Earlier time of the comparison; undefined: no comparison. */
  readonly from: number | undefined;
  /** Later time; undefined for now. */
  readonly to: number | undefined;
}

const NAMES = ['aspect', 'property', 'by', 'from', 'to'] as const;

/** Codec of `aspect`, `property` and `by` (urns), `from` and `to`. Keeps other parameters of the page, such as its tab. */
export const HISTORY_ADDRESS: UrlCodec<HistoryState & { readonly others: URLSearchParams }> = {
  parse: (parameters) => {
    const others = new URLSearchParams(parameters);
    for (const name of NAMES) others.delete(name);
    const text = (name: (typeof NAMES)[number]): string | undefined => parameters.get(name) ?? undefined;
    return {
      filter: { aspect: text('aspect'), property: text('property'), actor: text('by') },
      from: timeOf(text('from')),
      to: timeOf(text('to')),
      others,
    };
  },
  format: ({ filter, from, to, others }) => {
    const parameters = new URLSearchParams(others);
    const { aspect, property, actor } = filter;
    const values = { aspect, property, by: actor, from: from?.toString(), to: to?.toString() };
    for (const name of NAMES) {
      const value = values[name];
      if (value !== undefined) parameters.set(name, value);
    }
    return parameters;
  },
};

function timeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
