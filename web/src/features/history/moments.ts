import type { AspectHistory, JsonObject } from '../../shared/entities/aspect-versions.ts';
import { differences, propertyOf, type Difference } from '../../shared/differences/differences.ts';

/** A history entry: one write of an entity, or one refused attempt. */
export interface Moment {
  /** Unique among the entries of an entity. */
  readonly key: string;
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string | undefined;
  readonly differences: readonly Difference[];
  /** Events without values: a refusal, or a change whose values are no longer stored. */
  readonly remarks: readonly Remark[];
}

/** An event that only the audit log has. */
export interface Remark {
  readonly aspect: string | undefined;
  readonly text: string;
}

/** Filter of history entries and their contents. Undefined members match all. */
export interface MomentFilter {
  readonly aspect: string | undefined;
  /** Urn of a structured property. */
  readonly property: string | undefined;
  /** Urn of an actor. */
  readonly actor: string | undefined;
}

interface MomentPart {
  readonly time: number;
  readonly actor: string | undefined;
  readonly differences: readonly Difference[];
  readonly remarks: readonly Remark[];
}

/** Differences between consecutive stored versions, one part per version that differs. */
export function changesOf(histories: readonly AspectHistory[]): readonly MomentPart[] {
  return histories.flatMap(({ aspect, versions, isWhole }) =>
    versions.flatMap(({ time, actor, value }, index) => {
      const before = versions[index - 1]?.value;
      if (before === undefined && !isWhole) return [];
      const found = differences(aspect, before, value);
      return found.length === 0 ? [] : [{ time, actor, differences: found, remarks: [] }];
    }),
  );
}

/** Merges parts with the same time and actor into entries; newest first. */
export function momentsOf(parts: readonly MomentPart[]): readonly Moment[] {
  const moments = new Map<string, Moment>();
  for (const { time, actor, ...part } of parts) {
    const key = `${time} ${actor ?? ''}`;
    const before = moments.get(key);
    moments.set(key, {
      key,
      time,
      actor,
      differences: [...(before?.differences ?? []), ...part.differences].sort(propertiesFirst),
      remarks: [...(before?.remarks ?? []), ...part.remarks],
    });
  }
  return [...moments.values()].sort((a, b) => b.time - a.time);
}

/** The entries that match a filter, each reduced to its matching parts. */
export function filterMoments(moments: readonly Moment[], filter: MomentFilter): readonly Moment[] {
  const { aspect, property, actor } = filter;
  return moments.flatMap((moment) => {
    if (actor !== undefined && moment.actor !== actor) return [];
    const left = moment.differences.filter(
      (difference) =>
        (aspect === undefined || difference.aspect === aspect) &&
        (property === undefined || propertyOf(difference) === property),
    );
    const remarks = moment.remarks.filter(
      (remark) => property === undefined && (aspect === undefined || remark.aspect === aspect),
    );
    return left.length + remarks.length === 0 ? [] : [{ ...moment, differences: left, remarks }];
  });
}

/** Differences of an entity between two times (epoch ms), properties first. Omits aspects without a stored version from then. */
export function compareTimes(
  histories: readonly AspectHistory[],
  from: number,
  to: number,
): readonly Difference[] {
  return histories
    .filter((history) => knows(history, from) && knows(history, to))
    .flatMap((history) => differences(history.aspect, valueAt(history, from), valueAt(history, to)))
    .sort(propertiesFirst);
}

/** Aspects that existed at one of the times, but whose version from then is no longer stored. */
export function unknownAt(
  histories: readonly AspectHistory[],
  ...times: readonly number[]
): readonly string[] {
  return histories
    .filter((history) => times.some((time) => !knows(history, time)))
    .map(({ aspect }) => aspect);
}

function valueAt({ versions }: AspectHistory, time: number): JsonObject | undefined {
  return versions.findLast((version) => version.time <= time)?.value;
}

function knows({ versions, isWhole }: AspectHistory, time: number): boolean {
  return isWhole || versions.some((version) => version.time <= time);
}

function propertiesFirst(a: Difference, b: Difference): number {
  const rank = (difference: Difference): number => (propertyOf(difference) === undefined ? 1 : 0);
  return rank(a) - rank(b) || a.aspect.localeCompare(b.aspect, 'en');
}
