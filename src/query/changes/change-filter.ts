import type { AspectKey } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { CommittedEvent } from './event-of.ts';

/** Which events to read; an empty list selects all. */
export interface ChangeFilter {
  readonly entityTypes: readonly string[];
  readonly aspects: readonly string[];
  readonly urns: readonly Urn[];
  /** Structured properties whose values changed. If earlier values are not kept, every write counts. */
  readonly properties: readonly Urn[];
  /** Ingestion runs; a deletion belongs to one only if it was sent with it. */
  readonly runIds: readonly string[];
}

/** Selects all events. */
export const EVERY_CHANGE: ChangeFilter = {
  entityTypes: [],
  aspects: [],
  urns: [],
  properties: [],
  runIds: [],
};

/** Whether an entry of the log may have an event, by its names. */
export type FitsEntry = (entry: AspectKey) => boolean;

/** What can be told from the names in the log. */
export function fitsOf({ aspects, entityTypes, properties, urns }: ChangeFilter): FitsEntry {
  const [isAspect, isType, isUrn] = [oneOf(aspects), oneOf(entityTypes), oneOf(urns)];
  return ({ aspectName, urn }) =>
    isUrn(urn) &&
    isAspect(aspectName) &&
    (properties.length === 0 || aspectName === STRUCTURED_PROPERTY.assignmentAspect) &&
    isType(entityTypeOf(urn));
}

/** What can be told from the values only. */
export function matcherOf({ properties, runIds }: ChangeFilter): (event: CommittedEvent) => boolean {
  const [isProperty, isRun] = [oneOf(properties), oneOf(runIds)];
  return ({ notKept, properties: changed = [], runId }) =>
    isRun(runId) &&
    (properties.length === 0 ||
      notKept.length > 0 ||
      changed.some(({ propertyUrn }) => isProperty(propertyUrn)));
}

/** Stands for every entry of the log in `namesOf` and `namesIn`. */
const ANY = '';

/** Names of which an entry that fits has at least one: what followers are looked up by. */
export function namesOf({ aspects, entityTypes, urns }: ChangeFilter): readonly string[] {
  return [urns, entityTypes, aspects].find(({ length }) => length > 0) ?? [ANY];
}

/** All names of an entry. */
export function namesIn({ aspectName, urn }: AspectKey): readonly string[] {
  return [urn, entityTypeOf(urn), aspectName, ANY];
}

function oneOf(wanted: readonly string[]): (value: string | undefined) => boolean {
  const set = new Set<string | undefined>(wanted);
  return (value) => set.size === 0 || set.has(value);
}
