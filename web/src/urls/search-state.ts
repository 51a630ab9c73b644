import { useCallback, useMemo } from 'react';
import { useSearch, useLocation } from 'wouter';

/** Reads and writes state in the query of an address. Unreadable queries give the initial state. */
export interface UrlCodec<State> {
  readonly parse: (parameters: URLSearchParams) => State;
  readonly format: (state: State) => URLSearchParams;
}

/**
 * State that the address holds, so that it can be sent, kept and gone back to. `set` adds an entry to the history
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
      // What other parts of the page keep in the address stays.
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
