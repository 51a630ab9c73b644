/** Maximum characters of a shortened text. */
const SHOWN = 600;

/** The beginning of a long text, never ending within a surrogate pair; a short text unchanged. */
export function shortened(text: string): string {
  return text.length <= SHOWN ? text : text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '');
}
