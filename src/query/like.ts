import { fitsGlob } from '../search/glob.ts';
import type { GlobPart } from '../search/glob.ts';

/** Reads a pattern of SQL's LIKE: `%` stands for any text, `_` for any character. */
export function likePattern(pattern: string): (text: string) => boolean {
  const parts = Array.from(pattern, (character): GlobPart => {
    if (character === '%') return { kind: 'many' };
    return character === '_' ? { kind: 'one' } : { kind: 'character', character };
  });
  return (text) => fitsGlob(text, parts);
}
