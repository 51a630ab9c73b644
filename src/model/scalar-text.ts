const DOUBLE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[fd]?$/i;
const INFINITY = /^([+-]?)Infinity$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The number that a text stands for, by the rules of Java's `Double.parseDouble` but without NaN and hexadecimals. */
export function parseDouble(text: string): number | undefined {
  const trimmed = text.trim();
  if (DOUBLE.test(trimmed)) return Number(trimmed.replace(/[fd]$/i, ''));
  const infinity = INFINITY.exec(trimmed);
  if (infinity === null) return undefined;
  return infinity[1] === '-' ? -Infinity : Infinity;
}

/** Epoch milliseconds of UTC midnight of a day written `yyyy-MM-dd`; undefined when the calendar has no such day. */
export function parseDay(text: string): number | undefined {
  const match = DAY.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  // Unlike Date.UTC, this takes the years 0 to 99 as they are.
  const time = date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined;
}

/** The day in UTC of a moment in epoch milliseconds, written `yyyy-MM-dd`; undefined outside the years 0 to 9999. */
export function dayText(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

/** A moment in epoch milliseconds from a text that is a whole number of them, or a day written `yyyy-MM-dd`. */
export function parseMoment(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : parseDay(trimmed);
}
