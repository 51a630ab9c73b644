/** Element of a glob: a literal character, one character (`?`) or any number of characters (`*`). */
export type GlobPart =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' };

/** Parses a glob; a backslash makes the next character literal. */
export function parseGlob(pattern: string): readonly GlobPart[] {
  return Array.from(pattern.matchAll(/\\([^])|([^])/gu), ([, escaped, other = '']): GlobPart => {
    if (escaped !== undefined) return { kind: 'character', character: escaped };
    if (other === '*') return { kind: 'many' };
    return other === '?' ? { kind: 'one' } : { kind: 'character', character: other };
  });
}

/** The longest literal text of a glob, which every match contains; empty when there is none. */
export function longestText(parts: readonly GlobPart[]): string {
  let longest = '';
  let text = '';
  for (const part of parts) {
    text = part.kind === 'character' ? text + part.character : '';
    if (text.length > longest.length) longest = text;
  }
  return longest;
}

/**
 * Whether the whole text matches the glob. Takes at most text length times pattern length steps.
 */
export function fitsGlob(text: string, parts: readonly GlobPart[]): boolean {
  const characters = Array.from(text);
  let at = 0;
  let next = 0;
  // Index after the last `*`, and the end of the text that it covers. Only the last `*` is ever extended.
  let behindGap: number | undefined;
  let gapEnd = 0;
  while (at < characters.length) {
    const part = parts[next];
    if (part?.kind === 'many') {
      behindGap = ++next;
      gapEnd = at;
    } else if (part?.kind === 'one' || part?.character === characters[at]) {
      at++;
      next++;
    } else if (behindGap === undefined) return false;
    else {
      next = behindGap;
      at = ++gapEnd;
    }
  }
  return parts.slice(next).every(({ kind }) => kind === 'many');
}
