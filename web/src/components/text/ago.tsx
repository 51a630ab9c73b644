import type { ReactNode } from 'react';
import { momentText } from './moment.tsx';
import './moment.css';

/** Units with their length in ms, largest first. */
const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago a time was, in epoch ms: `2 hours ago`, `yesterday`. Less than a minute is `just now`. */
export function agoText(time: number, now: number): string {
  const unit = UNITS.find(([, length]) => Math.abs(now - time) >= length);
  return unit === undefined ? 'just now' : RELATIVE.format(Math.round((time - now) / unit[1]), unit[0]);
}

/** How long ago a time was, in epoch ms; the tooltip has the time. */
export function Ago({ time }: { readonly time: number }): ReactNode {
  return (
    <time className="moment" dateTime={new Date(time).toISOString()} title={momentText(time)}>
      {agoText(time, Date.now())}
    </time>
  );
}
