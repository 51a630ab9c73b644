/** The text with each listed part replaced by its name, in one pass; of parts that begin alike the longest counts. */
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
