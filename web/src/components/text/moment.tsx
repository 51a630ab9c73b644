import type { ReactNode } from 'react';
import './moment.css';

const READABLE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** Formats a time, in epoch ms, to the minute in the person's time zone. */
export function momentText(time: number): string {
  return READABLE.format(time);
}

/** A time, in epoch ms, shown to the minute in the person's time zone; the tooltip has the exact time. */
export function Moment({ time }: { readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time className="moment" dateTime={exact} title={exact}>
      {momentText(time)}
    </time>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** A time, in epoch ms, as a day in the person's time zone: `5 December`. */
export function dayText(time: number): string {
  return DAY.format(time);
}

/** A deadline, in epoch ms, as a day: `5 December`; the tooltip has the exact time. */
export function Day({ time }: { readonly time: number }): ReactNode {
  return (
    <time className="moment" dateTime={new Date(time).toISOString()} title={momentText(time)}>
      {dayText(time)}
    </time>
  );
}
