import type { JsonObject } from '../../util/json.ts';
import type { AuditStamp } from '../aspect.ts';
import type { Sequence } from '../sequence.ts';
import type { Urn } from '../urn.ts';

/** Change categories, by DataHub's names. */
export const CHANGE_CATEGORIES = [
  'DOCUMENTATION',
  'GLOSSARY_TERM',
  'OWNERSHIP',
  'TECHNICAL_SCHEMA',
  'TAG',
  'DOMAIN',
  'STRUCTURED_PROPERTY',
  'APPLICATION',
  'ASSET_MEMBERSHIP',
  'VERSIONING',
  'LIFECYCLE',
  'PARENT',
  'RELATED_ENTITIES',
] as const;

export type ChangeCategory = (typeof CHANGE_CATEGORIES)[number];

/** Semantic version steps of a change, from no effect on users of the entity to breaking. */
export const VERSION_STEPS = ['NONE', 'PATCH', 'MINOR', 'MAJOR'] as const;

export type VersionStep = (typeof VERSION_STEPS)[number];

/** Details of a change by name. */
export type EventParameters = Readonly<Record<string, string | boolean>>;

/** Change of one part of an entity. */
export interface ChangeEvent {
  /** The entity; for descriptions and labels of a column, the column. */
  readonly entityUrn: string;
  readonly category: ChangeCategory;
  readonly operation: 'ADD' | 'MODIFY' | 'REMOVE';
  /** Urn of the part: the tag, the owner, the column. */
  readonly modifier: string | undefined;
  readonly parameters: EventParameters;
  readonly step: VersionStep;
  readonly description: string;
}

/** All changes of one commit in the requested categories. */
export interface ChangeTransaction {
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  readonly events: readonly ChangeEvent[];
  /** Version of the entity after the commit, counted from the first write of a requested aspect: `1.0.0-computed`. */
  readonly version: string;
  readonly step: VersionStep;
  /** Row version of every aspect after the commit, the requested and the others: `globalTags:2;ownership:0`. */
  readonly versionStamp: string;
  /** Values after the commit, by aspect name. */
  readonly values: ReadonlyMap<string, JsonObject>;
}

/** A version of an aspect as visible to the caller. */
export interface SeenVersion {
  /** Undefined if the caller sees nothing of it. */
  readonly value: JsonObject | undefined;
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  /** 0 for the latest version, otherwise the row version. */
  readonly version: number;
}

/** Stored versions of an aspect, oldest first, and the differs that list its changes. */
export interface AspectHistory {
  readonly aspectName: string;
  readonly versions: readonly SeenVersion[];
  /** Whether `versions` starts with the very first version. If not, the change made by the oldest one is unknown. */
  readonly isWhole: boolean;
  /** None, if only its version numbers are wanted. */
  readonly differs: readonly AspectDiffer[];
}

/** Lists the changes between two values of an aspect; `before` is undefined for the first version. */
export type AspectDiffer = (
  urn: Urn,
  before: JsonObject | undefined,
  after: JsonObject,
) => readonly ChangeEvent[];

interface Change {
  readonly aspectName: string;
  readonly seen: SeenVersion;
  readonly events: readonly ChangeEvent[];
}

/**
 * Groups the changes of several aspects by commit, in commit order, and computes semantic versions. Writes that change
 * nothing of interest also start the count, but are left out. `isWanted` selects changes by audit stamp.
 */
export function computeTimeline(
  urn: Urn,
  histories: readonly AspectHistory[],
  isWanted: (stamp: AuditStamp) => boolean,
): readonly ChangeTransaction[] {
  const changes = histories.flatMap((history) => changesOf(urn, history));
  const wanted = changes.filter(({ seen }) => isWanted(seen.stamp));
  let version: Version | undefined;
  return byCommit(wanted).flatMap((together) => {
    const events = together.flatMap((change) => change.events);
    const step = greatest(events.map((event) => event.step));
    version = version === undefined ? [0, 0, 0] : next(version, step);
    const told = together.filter((change) => change.events.length > 0);
    const [first] = told;
    if (first === undefined) return [];
    return [
      {
        ...{ stamp: first.seen.stamp, sequence: first.seen.sequence, events, step },
        version: `${version.join('.')}-computed`,
        versionStamp: versionStamp(histories, first.seen),
        values: new Map(told.map(({ aspectName, seen }) => [aspectName, seen.value ?? {}])),
      },
    ];
  });
}

function changesOf(urn: Urn, { aspectName, versions, isWhole, differs }: AspectHistory): readonly Change[] {
  if (differs.length === 0) return [];
  return versions.flatMap((seen, i): Change[] => {
    const before = versions[i - 1];
    if (before === undefined && !isWhole) return [];
    if (before?.value === undefined && seen.value === undefined) return [];
    // If the caller sees nothing of a version, what it saw before counts as removed.
    const events = differs.flatMap((differ) => differ(urn, before?.value, seen.value ?? {}));
    return [{ aspectName, seen, events }];
  });
}

/** Groups changes by commit and time: rows of another server, which are taken over in one commit, keep their times. */
function byCommit(changes: readonly Change[]): readonly (readonly Change[])[] {
  const inOrder = changes.toSorted((a, b) => compareWrites(a.seen, b.seen));
  return [...Map.groupBy(inOrder, ({ seen }) => `${seen.sequence} ${seen.stamp.time}`).values()];
}

function compareWrites(a: SeenVersion, b: SeenVersion): number {
  return a.sequence - b.sequence || a.stamp.time - b.stamp.time;
}

function versionStamp(histories: readonly AspectHistory[], commit: SeenVersion): string {
  return histories
    .flatMap(({ aspectName, versions }) => {
      const seen = versions.findLast((version) => compareWrites(version, commit) <= 0);
      return seen?.value === undefined ? [] : [`${aspectName}:${seen.version}`];
    })
    .sort()
    .join(';');
}

type Version = readonly [major: number, minor: number, patch: number];

function next([major, minor, patch]: Version, step: VersionStep): Version {
  switch (step) {
    case 'MAJOR':
      return [major + 1, 0, 0];
    case 'MINOR':
      return [major, minor + 1, 0];
    case 'PATCH':
      return [major, minor, patch + 1];
    case 'NONE':
      return [major, minor, patch];
  }
}

function greatest(steps: readonly VersionStep[]): VersionStep {
  return steps.reduce((a, b) => (VERSION_STEPS.indexOf(b) > VERSION_STEPS.indexOf(a) ? b : a), 'NONE');
}
