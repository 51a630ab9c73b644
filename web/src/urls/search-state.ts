import { useCallback, useMemo } from 'react';
import { useSearch, useLocation } from 'wouter';

/** Parses and formats state in the query of an address. Invalid queries give the initial state. */
export interface UrlCodec<State> {
  readonly parse: (parameters: URLSearchParams) => State;
  readonly format: (state: State) => URLSearchParams;
}

/**
 * State stored in the address, so that it can be shared, bookmarked and navigated back to. `set` adds a history entry
 * unless `replace` is true.
 */
export function useUrlState<State>(
  codec: UrlCodec<State>,
): readonly [State, (state: State, options?: { readonly replace?: boolean }) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => codec.parse(new URLSearchParams(search)), [codec, search]);
  const set = useCallback(
    (next: State, options: { readonly replace?: boolean } = {}) => {
      // Keeps what other parts of the page store in the address.
      const parameters = new URLSearchParams(search);
      for (const name of new Set(codec.format(state).keys())) parameters.delete(name);
      for (const [name, value] of codec.format(next)) parameters.append(name, value);
      const text = parameters.toString();
      navigate(text === '' ? path : `${path}?${text}`, { replace: options.replace ?? false });
    },
    [codec, navigate, path, search, state],
  );
  return [state, set];
}
