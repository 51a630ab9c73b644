import { parseDuration } from './token-duration.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Parses an ISO date or time (UTC unless it has an offset), or a duration before `now` such as `2h` or `7d`, to epoch
 * milliseconds. Throws UsageError for anything else.
 */
export function parseMoment(text: string, now: number): number {
  if (/^\d{1,9}[smhdw]$/.test(text)) return now - (parseDuration(text) ?? 0);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.test(text);
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = isDay || isTime ? Date.parse(isTime && !hasZone ? `${text}Z` : text) : Number.NaN;
  if (!Number.isNaN(moment)) return Math.max(0, moment);
  throw new UsageError(
    `'${text}' is not a time. Use a day (2026-03-01), a time (2026-03-01T14:30) or an age (2h, 7d).`,
  );
}

/** Converts a time or an age to epoch ms for the server; passes anything else (a cursor, `oldest`, `now`) on unchanged. */
export function serverMoment(text: string, now: number): string {
  return /^\d/.test(text) ? new Date(parseMoment(text, now)).toISOString() : text;
}
