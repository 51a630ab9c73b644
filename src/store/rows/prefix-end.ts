/**
 * The smallest text greater than all texts with this prefix, in binary order; the prefix ends with ASCII other than
 * DEL.
 */
export function endOfPrefix(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}
