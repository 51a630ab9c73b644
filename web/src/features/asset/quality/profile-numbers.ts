/** A size in bytes, shortened: `211MB`. */
export const BYTES = new Intl.NumberFormat('en', {
  notation: 'compact',
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'narrow',
  maximumSignificantDigits: 4,
});

/** A share from 0 to 1 as a percentage with at most one decimal. */
export const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
