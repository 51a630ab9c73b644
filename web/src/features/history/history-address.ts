import type { UrlCodec } from '../../urls/search-state.ts';
import type { MomentFilter } from './moments.ts';

/** What a history shows. Moments are epoch ms. */
export interface HistoryState {
  readonly filter: MomentFilter;
  /** The earlier moment that is compared; undefined: nothing is compared. */
  readonly from: number | undefined;
  /** The later moment; undefined for the present. */
  readonly to: number | undefined;
}

const NAMES = ['aspect', 'property', 'by', 'from', 'to'] as const;

/** `aspect`, `property` and `by` (urns), `from` and `to`. Other parameters of the page, such as its tab, are kept. */
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
