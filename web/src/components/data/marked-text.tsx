import type { ReactNode } from 'react';
import './data.css';

/** A text of which some pieces are marked. */
export function MarkedText({
  pieces,
}: {
  readonly pieces: readonly { readonly text: string; readonly isMatch: boolean }[];
}): ReactNode {
  return (
    <span dir="auto">
      {pieces.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </span>
  );
}
