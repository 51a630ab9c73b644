import type { UrlCodec } from './search-state.ts';

/** Which part of a page is shown, and which part of its list. */
export interface ListState {
  /** '' for the first tab. */
  readonly tab: string;
  readonly q: string;
  /** Number of items before the page. */
  readonly start: number;
}

/** State of pages with tabs and lists in the address: `?tab=groups&q=fin&start=20`. */
export const LIST_STATE: UrlCodec<ListState> = {
  parse: (parameters) => ({
    tab: parameters.get('tab') ?? '',
    q: parameters.get('q') ?? '',
    start: startIn(parameters),
  }),
  format: ({ tab, q, start }) =>
    new URLSearchParams({
      ...(tab !== '' && { tab }),
      ...(q !== '' && { q }),
      ...(start > 0 && { start: String(start) }),
    }),
};

/** The number of items before the page, in `start`. */
export function startIn(parameters: URLSearchParams): number {
  const start = Number(parameters.get('start') ?? '0');
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
}
