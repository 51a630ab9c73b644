import type { UrlCodec } from './search-state.ts';

/** Tab of a page, and search and offset of its list. */
export interface ListState {
  /** '' for the first tab. */
  readonly tab: string;
  readonly q: string;
  /** Offset of the page, in items. */
  readonly start: number;
}

/** Codec of tab and list state in the address: `?tab=groups&q=fin&start=20`. */
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

/** Reads the offset from the parameter `start`. */
export function startIn(parameters: URLSearchParams): number {
  const start = Number(parameters.get('start') ?? '0');
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
}
