/** What is sorted; urns decide between equal names. */
interface Named {
  readonly name: string;
  readonly urn: string;
}

/** Sorts by name, without regard to case, numbers in names by their value. */
export function sortedByName<T extends Named>(items: readonly T[]): readonly T[] {
  // The browser loads its language data for the first comparison by a language. Names without accents need none.
  const compare = items.every(({ name }) => /^[ -~]*$/.test(name)) ? comparePlain : compareEnglish;
  return items.toSorted((a, b) => compare(a.name, b.name) || comparePlain(a.urn, b.urn));
}

function comparePlain(a: string, b: string): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}

function compareEnglish(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function sortKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(20, '0'));
}
