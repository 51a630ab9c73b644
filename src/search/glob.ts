/** A pattern: texts with gaps between them, each a single character (`?`) or any number of them (`*`). */
export type GlobPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' } | { readonly kind: 'many' };

/** Reads `*` and `?` as gaps; a backslash makes the next character an ordinary one. */
export function parseGlob(pattern: string): readonly GlobPart[] {
  const parts: GlobPart[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  const characters = Array.from(pattern);
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? '';
    if (character === '*' || character === '?') {
      endText();
      parts.push(character === '*' ? { kind: 'many' } : { kind: 'one' });
    } else if (character === '\\' && i + 1 < characters.length) text += characters[++i] ?? '';
    else text += character;
  }
  endText();
  return parts;
}

/** The longest text that every match contains; empty when there is none. */
export function longestText(parts: readonly GlobPart[]): string {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** Whether the whole text fits the pattern. Takes at most as many steps as both are long, multiplied. */
export function fitsGlob(text: string, parts: readonly GlobPart[]): boolean {
  // Ascending.
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    if (part.kind === 'many') {
      const [first = 0] = reached;
      for (let at = first; at <= text.length; at++) next.add(at);
    } else {
      for (const at of reached) {
        if (part.kind === 'one') {
          const code = text.codePointAt(at);
          if (code !== undefined) next.add(at + (code > 0xffff ? 2 : 1));
        } else if (text.startsWith(part.text, at)) next.add(at + part.text.length);
      }
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(text.length);
}
