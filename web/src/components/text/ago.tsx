import type { ReactNode } from 'react';
import { agoText, momentText } from './date-text.ts';
import './moment.css';

/** How long ago a time was, in epoch ms; the tooltip has the time. */
export function Ago({ time }: { readonly time: number }): ReactNode {
  return (
    <time className="moment" dateTime={new Date(time).toISOString()} title={momentText(time)}>
      {agoText(time, Date.now())}
    </time>
  );
}
