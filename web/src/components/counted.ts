import { numberText } from './number-text.ts';

/** A number of things: `1 cell`, `1,200 cells`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** The plural of a noun: `policies`, `data products`. */
export function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
