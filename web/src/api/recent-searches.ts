/** Local storage key. */
const KEY = 'colophon.searches';

/** Maximum number of searches kept. */
const MAX_SEARCHES = 5;

/** Texts that this person searched last in this browser, newest first. Searches of other people are not returned. */
export function recentSearches(person: string): readonly string[] {
  const kept = parsed(localStorage.getItem(KEY) ?? '');
  return kept?.person === person ? kept.texts : [];
}

/** Stores a text that a person searched. */
export function recordSearch(person: string, text: string): void {
  const texts = [text, ...recentSearches(person).filter((other) => other !== text)].slice(0, MAX_SEARCHES);
  localStorage.setItem(KEY, JSON.stringify({ person, texts }));
}

/** Deletes all stored searches. */
export function clearSearches(): void {
  localStorage.removeItem(KEY);
}

function parsed(text: string): { readonly person: string; readonly texts: readonly string[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('person' in value) || !('texts' in value))
      return undefined;
    const { person, texts } = value;
    if (typeof person !== 'string' || !Array.isArray(texts)) return undefined;
    return { person, texts: texts.filter((one): one is string => typeof one === 'string') };
  } catch {
    return undefined;
  }
}
