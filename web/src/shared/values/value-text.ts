import { withVisibleDirections } from '../../../../src/util/printable.ts';
import type { Value, ValueType } from './property-definition.ts';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a value: `3,650`, `Jul 12, 2026`. A value that does not match its type is returned unchanged. */
export function valueText(type: ValueType, value: Value): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 });
  if (type !== 'date') return withVisibleDirections(value);
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) ? value : DAY.format(time);
}
