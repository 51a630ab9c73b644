import { fitsGlob, type GlobPart } from '../../search/text/glob.ts';

/** Compiles a SQL LIKE pattern: `%` matches any text, `_` any character. Case-sensitive, without escapes. */
export function likePattern(pattern: string): (text: string) => boolean {
  const parts = Array.from(pattern, (character): GlobPart => {
    if (character === '%') return { kind: 'many' };
    return character === '_' ? { kind: 'one' } : { kind: 'character', character };
  });
  return (text) => fitsGlob(text, parts);
}
