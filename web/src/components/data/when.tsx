import type { ReactNode } from 'react';
import './when.css';

const READABLE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A moment, in epoch ms, to the minute in the zone of the person; its title has the exact moment. */
export function When({ time }: { readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time className="when" dateTime={exact} title={exact}>
      {READABLE.format(time)}
    </time>
  );
}
