import { numberText } from '../../components/number-text.ts';
import type { Counted } from './use-coverage.ts';

/** Share of a coverage as text. 0 % and 100 % are exact: 299 of 300 is 99 %. */
export function percentText({ present, possible }: Counted): string {
  if (possible === 0) return '–';
  if (present === possible) return '100 %';
  const percent = Math.floor((present / possible) * 100);
  return `${present > 0 ? Math.max(percent, 1) : 0} %`;
}

/** Both numbers of a coverage: `220 of 349`. */
export function countsText({ present, possible }: Counted): string {
  return `${numberText(present)} of ${numberText(possible)}`;
}

/** Number of assets without a value: `129 without a value`; undefined if there are none. */
export function gapText({ present, possible }: Counted): string | undefined {
  const missing = possible - present;
  return missing === 0 ? undefined : `${numberText(missing)} without a value`;
}
