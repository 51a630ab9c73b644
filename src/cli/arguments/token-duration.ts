import { UsageError } from '../usage-error.ts';

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Parses a duration such as `30d` or `12h` to milliseconds; null for `never`. Throws UsageError for anything else. */
export function parseDuration(text: string): number | null {
  if (text === 'never') return null;
  const [, count = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (milliseconds > 0) return milliseconds;
  throw new UsageError(
    `'${text}' is not a duration. Use a number with s, m, h, d or w, such as 30d or 12h, or never.`,
  );
}
