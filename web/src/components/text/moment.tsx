import type { ReactNode } from 'react';
import { dayText, momentText } from './date-text.ts';
import './moment.css';

/** A time, in epoch ms, shown to the minute in the person's time zone; the tooltip has the exact time. */
export function Moment({ time }: { readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time className="moment" dateTime={exact} title={exact}>
      {momentText(time)}
    </time>
  );
}

/** A deadline, in epoch ms, as a day: `5 December`; the tooltip has the exact time. */
export function Day({ time }: { readonly time: number }): ReactNode {
  return (
    <time className="moment" dateTime={new Date(time).toISOString()} title={momentText(time)}>
      {dayText(time)}
    </time>
  );
}
