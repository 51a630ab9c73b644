import type { ReactNode } from 'react';
import './data.css';

/** A text with highlighted parts. */
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
