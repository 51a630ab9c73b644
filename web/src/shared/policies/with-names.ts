/** Replaces each listed part of a text with its name, in one pass; the longest match wins. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const parts = [...names.keys()].filter((part) => part !== '').sort((a, b) => b.length - a.length);
  let shown = '';
  for (let at = 0; at < text.length;) {
    const part = parts.find((one) => text.startsWith(one, at));
    shown += part === undefined ? (text[at] ?? '') : (names.get(part) ?? part);
    at += part?.length ?? 1;
  }
  return shown;
}
