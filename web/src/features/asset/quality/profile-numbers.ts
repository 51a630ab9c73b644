const BYTES = new Intl.NumberFormat('en', {
  notation: 'compact',
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'narrow',
  maximumSignificantDigits: 4,
});

/** A size in bytes, shortened: `211 MB`. */
export function bytesText(bytes: number): string {
  return BYTES.format(bytes).replace(/(?<=\d)(?=[A-Z])/, '\u00A0');
}

/** A share from 0 to 1 as a percentage with at most one decimal: `9.1 %`. */
export function percentText(share: number): string {
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;
}
