import type { Value, ValueType } from './property-definition.ts';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A value as people read it: `3,650`, `Jul 12, 2026`; a value that is not of its type as it is stored. */
export function valueText(type: ValueType, value: Value): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 });
  if (type !== 'date') return value;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) ? value : DAY.format(time);
}
