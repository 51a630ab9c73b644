/** The least text after all texts that begin with this one, in binary order; its last character is ASCII, not DEL. */
export function endOfPrefix(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}
