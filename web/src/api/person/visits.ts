import { isObject } from '../is-object.ts';
import { PersonalList } from './personal-list.ts';

/** An entity that was visited. */
export interface Visit {
  readonly urn: string;
  readonly name: string;
}

const VISITS = new PersonalList({ key: 'colophon.visits', member: 'visits', most: 10, isItem: isVisit });

/** Entities that this person visited last in this browser, newest first. Visits of other people are not returned. */
export function visitsOf(person: string): readonly Visit[] {
  return VISITS.of(person);
}

/** Stores the urn and name of an entity that a person visited. */
export function recordVisit(person: string, visit: Visit): void {
  VISITS.keep(person, [visit, ...visitsOf(person).filter(({ urn }) => urn !== visit.urn)]);
}

/** Removes an entity that no longer exists. */
export function removeVisit(person: string, urn: string): void {
  VISITS.keep(
    person,
    visitsOf(person).filter((visit) => visit.urn !== urn),
  );
}

/** Deletes all stored visits. */
export function clearVisits(): void {
  VISITS.clear();
}

function isVisit(value: unknown): value is Visit {
  return isObject(value) && typeof value['urn'] === 'string' && typeof value['name'] === 'string';
}
