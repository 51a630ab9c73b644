const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Decimal text of a finite number of any size, with a point and without an exponent: `30.0`, `0.0000001`. */
export function decimalText(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return Number.isInteger(value) ? `${value}.0` : String(value);
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point) || '0'}`;
}

/** Parses a day `yyyy-MM-dd` to epoch ms of UTC midnight; undefined if there is no such day. */
export function parseDay(text: string): number | undefined {
  const match = DAY.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  // Unlike Date.UTC, this does not map the years 0 to 99 to 1900 to 1999.
  const time = date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined;
}

/** UTC day of a time in epoch ms as `yyyy-MM-dd`; undefined outside the years 0 to 9999. */
export function dayText(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

/** Parses epoch ms, or a day `yyyy-MM-dd` to epoch ms of UTC midnight; undefined if invalid. */
export function parseMoment(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : parseDay(trimmed);
}
