/** A pattern: characters with gaps between them, each of one character (`?`) or of any number of them (`*`). */
export type GlobPart =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' };

/** Reads `*` and `?` as gaps; a backslash makes the next character an ordinary one. */
export function parseGlob(pattern: string): readonly GlobPart[] {
  return Array.from(pattern.matchAll(/\\([^])|([^])/gu), ([, escaped, other = '']): GlobPart => {
    if (escaped !== undefined) return { kind: 'character', character: escaped };
    if (other === '*') return { kind: 'many' };
    return other === '?' ? { kind: 'one' } : { kind: 'character', character: other };
  });
}

/** The longest text that every match contains; empty when there is none. */
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
 * Whether the whole text fits the pattern. Takes at most as many steps as text and pattern are long, multiplied, whatever
 * the pattern.
 */
export function fitsGlob(text: string, parts: readonly GlobPart[]): boolean {
  const characters = Array.from(text);
  let at = 0;
  let next = 0;
  // Behind the last gap, and how far the gap reaches: what follows it is tried again and again, no gap before it.
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
