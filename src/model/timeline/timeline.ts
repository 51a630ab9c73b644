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
] as const;

export type ChangeCategory = (typeof CHANGE_CATEGORIES)[number];

/** Semantic version steps of a change, from no effect on users of the entity to breaking. */
export const VERSION_STEPS = ['NONE', 'PATCH', 'MINOR', 'MAJOR'] as const;

export type VersionStep = (typeof VERSION_STEPS)[number];

/** Change of one part of an entity. */
export interface ChangeEvent {
  readonly entityUrn: Urn;
  readonly category: ChangeCategory;
  readonly operation: 'ADD' | 'MODIFY' | 'REMOVE';
  /** Urn of the part: the tag, the owner, the column. */
  readonly modifier: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly step: VersionStep;
  readonly description: string;
}

/** All changes of one commit in the requested categories. */
export interface ChangeTransaction {
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  readonly events: readonly ChangeEvent[];
  /** Version of the entity after the commit, counted from the first requested transaction: `1.0.0-computed`. */
  readonly version: string;
  readonly step: VersionStep;
  /** Row version of each aspect after the commit: `globalTags:2;ownership:0`. */
  readonly versionStamp: string;
  /** Values after the commit, by aspect name. */
  readonly values: ReadonlyMap<string, JsonObject>;
}

/** A version of an aspect as visible to the caller. */
export interface SeenVersion {
  readonly aspectName: string;
  readonly value: JsonObject;
  readonly stamp: AuditStamp;
  readonly sequence: Sequence;
  /** 0 for the latest version, otherwise the row version. */
  readonly version: number;
}

/** Stored versions of an aspect, oldest first. */
export interface AspectHistory {
  readonly versions: readonly SeenVersion[];
  /** Whether `versions` starts with the very first version. If not, the change made by the oldest one is unknown. */
  readonly isWhole: boolean;
}

/** Lists the changes between two values of an aspect; `before` is undefined for the first version. */
export type AspectDiffer = (
  urn: Urn,
  before: JsonObject | undefined,
  after: JsonObject,
) => readonly ChangeEvent[];

interface Change {
  readonly seen: SeenVersion;
  readonly events: readonly ChangeEvent[];
}

/**
 * Groups the changes of several aspects by commit, in commit order, and computes semantic versions. `isWanted` selects
 * changes by audit stamp.
 */
export function computeTimeline(
  urn: Urn,
  histories: readonly { readonly history: AspectHistory; readonly differ: AspectDiffer }[],
  isWanted: (stamp: AuditStamp) => boolean,
): readonly ChangeTransaction[] {
  const changes = histories.flatMap(({ history, differ }) => changesOf(urn, history, differ));
  const wanted = changes.filter(({ seen, events }) => events.length > 0 && isWanted(seen.stamp));
  const byCommit = [...Map.groupBy(wanted, ({ seen }) => seen.sequence)].sort(([a], [b]) => a - b);
  const stamps = new Map<string, number>();
  let version: Version | undefined;
  return byCommit.map(([sequence, [first, ...others]]) => {
    const together = first === undefined ? [] : [first, ...others];
    const events = together.flatMap((change) => change.events);
    const step = greatest(events.map((event) => event.step));
    version = version === undefined ? [0, 0, 0] : next(version, step);
    for (const { seen } of together) stamps.set(seen.aspectName, seen.version);
    return {
      stamp: first?.seen.stamp ?? { time: 0, actor: urn },
      ...{ sequence, events, step },
      version: `${version.join('.')}-computed`,
      versionStamp: [...stamps]
        .map(([name, number]) => `${name}:${number}`)
        .sort()
        .join(';'),
      values: new Map(together.map(({ seen }) => [seen.aspectName, seen.value])),
    };
  });
}

function changesOf(urn: Urn, { versions, isWhole }: AspectHistory, differ: AspectDiffer): readonly Change[] {
  return versions.flatMap((seen, i): Change[] => {
    const before = versions[i - 1]?.value;
    if (before === undefined && !isWhole) return [];
    return [{ seen, events: differ(urn, before, seen.value) }];
  });
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
