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
  /** Ingestion runs; a deletion belongs to a run only if it was sent with it. */
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

/** Whether a log entry can have a matching event, judging by its names. */
export type FitsEntry = (entry: AspectKey) => boolean;

/** The part of the filter that needs only the names in the log. */
export function fitsOf({ aspects, entityTypes, properties, urns }: ChangeFilter): FitsEntry {
  const [isAspect, isType, isUrn] = [oneOf(aspects), oneOf(entityTypes), oneOf(urns)];
  return ({ aspectName, urn }) =>
    isUrn(urn) &&
    isAspect(aspectName) &&
    (properties.length === 0 || aspectName === STRUCTURED_PROPERTY.assignmentAspect) &&
    isType(entityTypeOf(urn));
}

/** The part of the filter that needs the values. */
export function matcherOf({ properties, runIds }: ChangeFilter): (event: CommittedEvent) => boolean {
  const [isProperty, isRun] = [oneOf(properties), oneOf(runIds)];
  return ({ notKept, properties: changed = [], runId }) =>
    isRun(runId) &&
    (properties.length === 0 ||
      notKept.length > 0 ||
      changed.some(({ propertyUrn }) => isProperty(propertyUrn)));
}

/** Matches any log entry in `namesOf` and `namesIn`. */
const ANY = '';

/** Names of which a matching log entry has at least one: the keys for finding followers. */
export function namesOf({ aspects, entityTypes, urns }: ChangeFilter): readonly string[] {
  return [urns, entityTypes, aspects].find(({ length }) => length > 0) ?? [ANY];
}

/** All names of a log entry. */
export function namesIn({ aspectName, urn }: AspectKey): readonly string[] {
  return [urn, entityTypeOf(urn), aspectName, ANY];
}

function oneOf(wanted: readonly string[]): (value: string | undefined) => boolean {
  const set = new Set<string | undefined>(wanted);
  return (value) => set.size === 0 || set.has(value);
}
