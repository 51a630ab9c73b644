import { counted } from '../counted.ts';

// English without `Intl`, as `numberText`.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Units with their length in ms, largest first. */
const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Words for one unit before and after now. */
const ONE: Readonly<Record<string, readonly [before: string, after: string]>> = {
  year: ['last year', 'next year'],
  month: ['last month', 'next month'],
  week: ['last week', 'next week'],
  day: ['yesterday', 'tomorrow'],
};

/** A date of a year, a month counted from 0, and a day: `12 Jul 2026`. */
export function dateText(year: number, month: number, day: number): string {
  return `${day} ${monthName(month).slice(0, 3)} ${year}`;
}

/** A time, in epoch ms, to the minute in the person's time zone: `12 Jul 2026, 09:05`. */
export function momentText(time: number): string {
  const at = new Date(time);
  const [hour, minute] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${dateText(at.getFullYear(), at.getMonth(), at.getDate())}, ${hour}:${minute}`;
}

/** A time, in epoch ms, as a day in the person's time zone: `5 December`. */
export function dayText(time: number): string {
  const at = new Date(time);
  return `${at.getDate()} ${monthName(at.getMonth())}`;
}

/** How long ago a time was, in epoch ms: `2 hours ago`, `yesterday`. Less than a minute is `just now`. */
export function agoText(time: number, now: number): string {
  const unit = UNITS.find(([, length]) => Math.abs(now - time) >= length);
  if (unit === undefined) return 'just now';
  const [name, length] = unit;
  const count = Math.round(Math.abs(now - time) / length);
  const isPast = time < now;
  const word = count === 1 ? ONE[name]?.[isPast ? 0 : 1] : undefined;
  return word ?? (isPast ? `${counted(count, name)} ago` : `in ${counted(count, name)}`);
}

function monthName(month: number): string {
  return MONTHS[month] ?? '';
}
