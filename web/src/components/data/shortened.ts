/** Characters of a text that are shown at first. */
const SHOWN = 600;

/** The beginning of a long text, without half a surrogate pair at its end; a short text itself. */
export function shortened(text: string): string {
  return text.length <= SHOWN ? text : text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '');
}
