/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The UTC day of a moment, `yyyy-MM-dd`, from epoch milliseconds as text; other texts stay as they are. */
export function dayOfMoment(text: string): string {
  return /^-?\d{5,}$/.test(text) ? dayOf(Number(text)) : text;
}

/** The UTC day of a moment, `yyyy-MM-dd`. */
export function dayOf(moment: number): string {
  return new Date(Math.floor(moment / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

/** The moment at which a day begins in UTC; undefined if it is no day. */
export function momentOf(day: string): number | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
