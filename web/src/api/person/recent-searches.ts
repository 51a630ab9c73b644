import { PersonalList } from './personal-list.ts';

const SEARCHES = new PersonalList({
  key: 'colophon.searches',
  member: 'texts',
  most: 5,
  isItem: (value): value is string => typeof value === 'string',
});

/** Texts that this person searched last in this browser, newest first. Searches of other people are not returned. */
export function recentSearches(person: string): readonly string[] {
  return SEARCHES.of(person);
}

/** Stores a text that a person searched. */
export function recordSearch(person: string, text: string): void {
  SEARCHES.keep(person, [text, ...recentSearches(person).filter((other) => other !== text)]);
}

/** Deletes all stored searches. */
export function clearSearches(): void {
  SEARCHES.clear();
}
