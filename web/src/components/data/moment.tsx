import type { ReactNode } from 'react';

const READABLE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in a readable form, the exact one on hover. */
export function Moment({ time }: { /** Epoch milliseconds. */ readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {READABLE.format(time)}
    </time>
  );
}
