import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { searchAddress, type SearchState } from '../../../shared/search/search-address.ts';

/** Links to similar queries that find more; nothing if there are none. */
export function DidYouMean({
  state,
  suggestions,
}: {
  readonly state: SearchState;
  readonly suggestions: readonly string[];
}): ReactNode {
  if (suggestions.length === 0) return null;
  return (
    <p>
      Did you mean{' '}
      {suggestions.map((text, i) => (
        <span key={text}>
          {i > 0 && ' or '}
          <Link href={searchAddress({ ...state, text, page: 1 })}>{text}</Link>
        </span>
      ))}
      ?
    </p>
  );
}
