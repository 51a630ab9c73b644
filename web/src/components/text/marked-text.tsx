import { withVisibleDirections } from '../../../../src/util/printable.ts';
import type { ReactNode } from 'react';
import '../data/data.css';

/** A text with highlighted parts. */
export function MarkedText({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly isMatch: boolean }[];
}): ReactNode {
  return (
    <span dir="auto">
      {pieces.map(({ text, isMatch }, index) => {
        const shown = withVisibleDirections(text);
        return isMatch ? <mark key={index}>{shown}</mark> : shown;
      })}
    </span>
  );
}
