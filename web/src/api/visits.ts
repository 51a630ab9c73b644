/** Local storage key. */
const KEY = 'colophon.visits';

/** Maximum number of visits kept. */
const MAX_VISITS = 10;

/** An entity that was visited. */
export interface Visit {
  readonly urn: string;
  readonly name: string;
}

/** Entities that this person visited last in this browser, newest first. Visits of other people are not returned. */
export function visitsOf(person: string): readonly Visit[] {
  const kept = parsed(localStorage.getItem(KEY) ?? '');
  return kept?.person === person ? kept.visits : [];
}

/** Stores the urn and name of an entity that a person visited. */
export function recordVisit(person: string, visit: Visit): void {
  const others = visitsOf(person).filter(({ urn }) => urn !== visit.urn);
  localStorage.setItem(KEY, JSON.stringify({ person, visits: [visit, ...others].slice(0, MAX_VISITS) }));
}

/** Removes an entity that no longer exists. */
export function removeVisit(person: string, urn: string): void {
  const visits = visitsOf(person).filter((visit) => visit.urn !== urn);
  localStorage.setItem(KEY, JSON.stringify({ person, visits }));
}

/** Deletes all stored visits. */
export function clearVisits(): void {
  localStorage.removeItem(KEY);
}

function parsed(text: string): { readonly person: string; readonly visits: readonly Visit[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('person' in value) || !('visits' in value))
      return undefined;
    const { person, visits } = value;
    if (typeof person !== 'string' || !Array.isArray(visits)) return undefined;
    return { person, visits: visits.filter(isVisit) };
  } catch {
    return undefined;
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null || !('urn' in value) || !('name' in value)) return false;
  return typeof value.urn === 'string' && typeof value.name === 'string';
}
