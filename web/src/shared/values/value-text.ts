import { withVisibleDirections } from '../../../../src/util/printable.ts';
import { dateText } from '../../components/text/date-text.ts';
import { numberText } from '../../components/number-text.ts';
import type { Value, ValueType } from './property-definition.ts';

/** Formats a value with the unit of its property: `30 days`. Dates have none. */
export function valueWithUnit(
  { unit, valueType }: { readonly valueType: ValueType; readonly unit?: string | undefined },
  value: Value,
): string {
  const text = valueText(valueType, value);
  return unit === undefined || valueType === 'date' ? text : `${text} ${unit}`;
}

/** Formats a value: `3,650`, `12 Jul 2026`. A value that does not match its type is returned unchanged. */
export function valueText(type: ValueType, value: Value): string {
  if (typeof value === 'number') return numberText(value);
  if (type !== 'date') return withVisibleDirections(value);
  const day = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(day.getTime())
    ? value
    : dateText(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
}
