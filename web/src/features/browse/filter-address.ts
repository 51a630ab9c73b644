/** Address of the search for what has a value in a field: `is`, or `below` with all below the value, too. */
export function filterAddress(field: string, value: string, word: 'is' | 'below' = 'is'): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
  return `/search?${new URLSearchParams({ filter: `${field}:${word}:${escaped}` }).toString()}`;
}
