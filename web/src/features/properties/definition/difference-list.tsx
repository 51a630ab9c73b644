import type { ReactNode } from 'react';
import type { Difference } from './differences.ts';

/** Differences between two states of a definition, each with what was and what is. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }): ReactNode {
  return (
    <ul>
      {differences.map(({ what, before, after }) => (
        <li key={what}>
          {what}: <del>{before}</del> <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}
