import { parseDuration } from './token-duration.ts';
import { UsageError } from './usage-error.ts';

/** Epoch ms of a date or time in ISO form (UTC unless it says otherwise), or of so long ago (`2h`, `7d`); throws UsageError. */
export function parseMoment(text: string, now: number): number {
  if (/^\d{1,9}[smhdw]$/.test(text)) return now - (parseDuration(text) ?? 0);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.test(text);
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = isDay || isTime ? Date.parse(isTime && !hasZone ? `${text}Z` : text) : Number.NaN;
  if (!Number.isNaN(moment)) return Math.max(0, moment);
  throw new UsageError(
    `'${text}' is no time. Write a day such as 2026-03-01, a time such as 2026-03-01T14:30, or how long ago: 2h, 7d.`,
  );
}
