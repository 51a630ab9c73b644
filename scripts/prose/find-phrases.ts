import { AVOIDED_PHRASES } from './phrases.ts';

/** An avoided phrase in a text. */
export interface FoundPhrase {
  /** From 1. */
  readonly line: number;
  readonly phrase: string;
  readonly instead: string;
}

/** Avoided phrases in a text, by line; `isToldBy` and `IS_TOLD_BY` are read as "is told by". */
export function findPhrases(text: string): readonly FoundPhrase[] {
  return text.split('\n').flatMap((line, i) => {
    const words = wordsOf(line);
    return AVOIDED_PHRASES.flatMap(({ pattern, instead }) => {
      const phrase = pattern.exec(words)?.[0].trim();
      return phrase === undefined ? [] : [{ line: i + 1, phrase, instead }];
    });
  });
}

function wordsOf(line: string): string {
  return line
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();
}
