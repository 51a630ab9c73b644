import { CatalogError } from '../../errors.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import type { JsonObject } from '../../util/json.ts';
import type { AuditStamp } from '../aspect.ts';
import type { Sequence } from '../sequence.ts';
import type { Urn } from '../urn.ts';
import { because } from '../../refusals.ts';

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
  /** Undefined if the caller sees nothing of it. May be parsed when it is first read. */
  readonly value: JsonObject | undefined;
  readonly isSeen: boolean;
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
  /** Empty if only its version numbers are wanted. */
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

/** Maximum changes of one timeline. */
export const MOST_TIMELINE_CHANGES = 100_000;
/** Maximum characters of the texts of one timeline. */
const LONGEST_TIMELINE = 64 * 1024 ** 2;

/**
 * Groups the changes of several aspects by commit, in commit order, and computes semantic versions. Writes that change
 * nothing of interest also start the count, but are left out. `isWanted` selects changes by audit stamp. One step compares
 * two versions of an aspect. Throws TOO_LARGE beyond `MOST_TIMELINE_CHANGES` changes, or 64 Mi characters of them.
 */
export function* computeTimeline(
  urn: Urn,
  histories: readonly AspectHistory[],
  isWanted: (stamp: AuditStamp) => boolean,
): Steps<readonly ChangeTransaction[]> {
  const room = { changes: MOST_TIMELINE_CHANGES, characters: LONGEST_TIMELINE };
  const wanted: Change[] = [];
  for (const history of histories) {
    for (const seen of history.differs.length === 0 ? [] : history.versions.keys()) {
      const change = yield* changeOf(urn, history, seen, isWanted);
      if (change === undefined) continue;
      take(room, change.events);
      wanted.push(change);
    }
  }
  let version: Version | undefined;
  return byCommit(wanted).flatMap((together) => {
    const events = together.flatMap((change) => change.events);
    const step = greatest(events.map((event) => event.step));
    version = version === undefined ? [0, 0, 0] : next(version, step);
    const reported = together.filter((change) => change.events.length > 0);
    const [first] = reported;
    if (first === undefined) return [];
    return [
      {
        stamp: first.seen.stamp,
        sequence: first.seen.sequence,
        events,
        step,
        version: `${version.join('.')}-computed`,
        versionStamp: versionStamp(histories, first.seen),
        values: new Map(reported.map(({ aspectName, seen }) => [aspectName, seen.value ?? {}])),
      },
    ];
  });
}

/** The change that a version made; undefined if it is unknown, empty or not wanted. */
function* changeOf(
  urn: Urn,
  { aspectName, versions, isWhole, differs }: AspectHistory,
  place: number,
  isWanted: (stamp: AuditStamp) => boolean,
): Steps<Change | undefined> {
  const seen = versions[place];
  const before = versions[place - 1];
  if (seen === undefined || !isWanted(seen.stamp) || (before === undefined && !isWhole)) return undefined;
  if (before?.isSeen !== true && !seen.isSeen) return undefined;
  const was = before?.value;
  yield;
  // If the caller sees nothing of a version, what it saw before counts as removed.
  const after = seen.value ?? {};
  yield;
  const events: ChangeEvent[] = [];
  for (const differ of differs) {
    for (const event of differ(urn, was, after)) events.push(event);
    yield;
  }
  return { aspectName, seen, events };
}

function take(room: { changes: number; characters: number }, events: readonly ChangeEvent[]): void {
  room.changes -= events.length;
  for (const { description, parameters } of events) {
    room.characters -= description.length;
    for (const value of Object.values(parameters)) {
      if (typeof value === 'string') room.characters -= value.length;
    }
  }
  if (room.changes >= 0 && room.characters >= 0) return;
  throw new CatalogError(
    'TOO_LARGE',
    `The timeline has more than ${MOST_TIMELINE_CHANGES} changes, or ${LONGEST_TIMELINE} characters. ` +
      'Ask for fewer categories or a shorter time.',
    because('REQUEST_TOO_LARGE', { most: MOST_TIMELINE_CHANGES }),
  );
}

/** Groups changes by commit and time: rows adopted from another server in one commit keep their times. */
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
      return seen?.isSeen === true ? [`${aspectName}:${seen.version}`] : [];
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
