import type { Aspect } from '../model/aspect.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Scope } from '../model/scope.ts';
import { DIFFERS } from '../model/timeline/timeline-differs.ts';
import { inStepsOfRead } from '../util/concurrency/steps.ts';
import {
  computeTimeline,
  type AspectDiffer,
  type AspectHistory,
  type ChangeCategory,
  type ChangeTransaction,
} from '../model/timeline/timeline.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { ScopedReader } from '../store/scoped-reader.ts';
import type { MetadataQuery } from './metadata-query.ts';

export interface TimelineInput {
  readonly urn: Urn;
  readonly categories: readonly ChangeCategory[];
  /** Epoch ms, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Reads the history of changes of an entity. */
export interface TimelineQuery {
  /** Changes between stored aspect versions, oldest first; undefined for an entity that does not exist. */
  timeline(input: TimelineInput, scope: Scope): Promise<readonly ChangeTransaction[] | undefined>;
}

export interface TimelineParts extends Pick<MetadataQuery, 'getEntities'> {
  readonly reader: Pick<ScopedReader, 'history'>;
  readonly registry: EntityRegistry;
  /** Maximum characters of the versions of one aspect. */
  readonly readSize: number;
}

/** Compares the stored versions of aspects, each as visible to the scope. */
export function createTimeline(parts: TimelineParts): TimelineQuery {
  return {
    timeline: async ({ urn, categories, from, to }, scope) => {
      const aspects = (await parts.getEntities([urn], undefined, scope)).get(urn);
      if (aspects === undefined) return undefined;
      const differs = differsOf(categories);
      const carried = parts.registry.findEntity(entityTypeOf(urn))?.aspects;
      const compared = [...differs.keys()].filter((aspectName) => carried?.has(aspectName) === true);
      const stored = [...aspects.values()].filter(({ sequence }) => sequence > 0);
      const names = new Set([...compared, ...stored.map(({ aspectName }) => aspectName)]);
      const histories = await Promise.all(
        [...names].map(async (aspectName) => ({
          ...(await readHistory(urn, aspectName, scope, parts)),
          differs: differs.get(aspectName) ?? [],
        })),
      );
      const derived = [...aspects.values()].filter(({ aspectName }) => !names.has(aspectName));
      return inStepsOfRead(
        computeTimeline(
          urn,
          [...histories, ...derived.map(onlyVersion)],
          ({ time }) => time >= from && time <= to,
        ),
      );
    },
  };
}

function differsOf(categories: readonly ChangeCategory[]): ReadonlyMap<string, readonly AspectDiffer[]> {
  const named = [...new Set(categories)].flatMap((category) => Object.entries(DIFFERS[category]));
  return new Map(
    [...Map.groupBy(named, ([aspectName]) => aspectName)].map(([aspectName, entries]) => [
      aspectName,
      entries.map(([, differ]) => differ),
    ]),
  );
}

async function readHistory(
  urn: Urn,
  aspectName: string,
  scope: Scope,
  { reader, readSize }: TimelineParts,
): Promise<Omit<AspectHistory, 'differs'>> {
  const { versions, isWhole } = await reader.history({ urn, aspectName }, scope, readSize);
  return {
    aspectName,
    versions: versions.map(({ version, aspect, created, sequence }) => ({
      version,
      sequence,
      stamp: created,
      isSeen: aspect !== undefined,
      get value() {
        return aspect?.value;
      },
    })),
    isWhole,
  };
}

/** The history of an aspect derived from the urn. */
function onlyVersion({ aspectName, value, created, sequence }: Aspect): AspectHistory {
  return {
    aspectName,
    versions: [{ version: 0, value, stamp: created, sequence, isSeen: true }],
    isWhole: true,
    differs: [],
  };
}
