import { capitalized } from '../../api/names/capitalized.ts';

/** A constant of the API in words: `DATA_SCHEMA` is `Data schema`. */
export function wordsOf(constant: string): string {
  return capitalized(constant.toLowerCase().replaceAll('_', ' '));
}
