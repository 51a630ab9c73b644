import type { ReactNode } from 'react';
import './moment.css';

const READABLE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** A moment, in epoch ms, to the minute in the zone of the person. */
export function momentText(time: number): string {
  return READABLE.format(time);
}

/** A moment, in epoch ms, to the minute in the zone of the person; its title has the exact moment. */
export function Moment({ time }: { readonly time: number }): ReactNode {
  const exact = new Date(time).toISOString();
  return (
    <time className="moment" dateTime={exact} title={exact}>
      {momentText(time)}
    </time>
  );
}
