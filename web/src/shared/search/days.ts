/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

/** The UTC day, `yyyy-MM-dd`, of epoch milliseconds as text; other texts are returned unchanged. */
export function dayOfMoment(text: string): string {
  return /^-?\d{5,}$/.test(text) ? dayOf(Number(text)) : text;
}

/** The UTC day, `yyyy-MM-dd`, of a time in epoch ms. */
export function dayOf(moment: number): string {
  return new Date(Math.floor(moment / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

/** Start of a UTC day, in epoch ms; undefined if the text is not a day. */
export function momentOf(day: string): number | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
