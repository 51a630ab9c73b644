import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Scope } from '../model/scope.ts';
import { DIFFERS } from '../model/timeline/timeline-differs.ts';
import { computeTimeline } from '../model/timeline/timeline.ts';
import type { AspectHistory, ChangeCategory, ChangeTransaction } from '../model/timeline/timeline.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { ScopedReader } from '../store/scoped-reader.ts';

export interface TimelineInput {
  readonly urn: Urn;
  readonly categories: readonly ChangeCategory[];
  /** Epoch ms, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Reads the history of changes of an entity. */
export interface TimelineQuery {
  /** Changes between stored aspect versions, oldest first; empty for an entity that does not exist. */
  timeline(input: TimelineInput, scope: Scope): Promise<readonly ChangeTransaction[]>;
}

export interface TimelineParts {
  readonly reader: Pick<ScopedReader, 'history'>;
  readonly registry: EntityRegistry;
}

/** Compares the stored versions of aspects, each as visible to the scope. */
export function createTimeline(parts: TimelineParts): TimelineQuery {
  return {
    timeline: async ({ urn, categories, from, to }, scope) => {
      await scope.settle([urn]);
      if (!scope.seesEntity(urn)) return [];
      const carried = parts.registry.findEntity(entityTypeOf(urn))?.aspects;
      const named = [...new Set(categories)].flatMap((category) => Object.entries(DIFFERS[category]));
      const histories = await Promise.all(
        named
          .filter(([aspectName]) => carried?.has(aspectName) === true)
          .map(async ([aspectName, differ]) => ({
            history: await readHistory(urn, aspectName, scope, parts),
            differ,
          })),
      );
      return computeTimeline(urn, histories, ({ time }) => time >= from && time <= to);
    },
  };
}

async function readHistory(
  urn: Urn,
  aspectName: string,
  scope: Scope,
  { reader }: TimelineParts,
): Promise<AspectHistory> {
  const { versions, isWhole } = await reader.history({ urn, aspectName }, scope);
  return {
    versions: versions.map(({ version, aspect, created, sequence }) => ({
      ...{ aspectName, version },
      // If the scope sees nothing of a version, what it saw before counts as removed.
      value: aspect?.value ?? {},
      stamp: created,
      sequence,
    })),
    isWhole,
  };
}
