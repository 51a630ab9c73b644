import type { Aspect, AspectKey } from '../model/aspect.ts';
import type { Scope } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { visibleAssignments } from '../model/visible-assignments.ts';
import type { AspectRow, MetadataReader } from '../store/metadata-store.ts';

/** A version of an aspect as a scope sees it, and the row that made it so. */
export interface SeenRowVersion {
  /** 0 for the latest, otherwise the number that the scope knows it by. */
  readonly version: number;
  /** Undefined when the scope sees nothing of it. */
  readonly aspect: Aspect | undefined;
  readonly row: AspectRow;
}

/** Kept versions of an aspect as a scope sees them, the oldest first. */
export interface SeenHistory {
  readonly versions: readonly SeenRowVersion[];
  /** Whether nothing came before the oldest, as far as the scope sees. */
  readonly isWhole: boolean;
}

/** Whether the scope is shown the aspect in part, so that not even the number of its versions is what is stored. */
export function isShownInPart(aspectName: string, scope: Scope): boolean {
  return aspectName === STRUCTURED_PROPERTY.assignmentAspect && !scope.seesEveryProperty;
}

/**
 * Reads the versions of an aspect that the scope sees. One that is shown in part has a version for each change of what
 * is shown: versions that differ only in what is hidden are one, and they are counted anew.
 */
export async function readSeenHistory(
  key: AspectKey,
  scope: Scope,
  reader: Pick<MetadataReader, 'rows' | 'history'>,
): Promise<SeenHistory> {
  const { aspectName, urn } = key;
  await scope.settle([urn]);
  const latest = (await reader.rows([urn])).get(urn)?.rows.get(aspectName);
  if (latest === undefined || !scope.seesEntity(urn)) return { versions: [], isWhole: true };
  const former = await reader.history(key);
  const isAssignments = aspectName === STRUCTURED_PROPERTY.assignmentAspect;
  const isWhole =
    former.length === 0 ? latest.aspect.systemMetadata.version === '1' : former.at(-1)?.version === 1;
  const versions = [...former.toReversed(), { version: 0, row: latest }].map((stored) => ({
    ...stored,
    aspect: isAssignments ? visibleAssignments(stored.row, scope) : stored.row.aspect,
  }));
  return isShownInPart(aspectName, scope) ? asSeenInPart(versions, isWhole) : { versions, isWhole };
}

function asSeenInPart(versions: readonly SeenRowVersion[], isWhole: boolean): SeenHistory {
  const changes = versions.filter(
    ({ aspect }, i) => aspect?.text !== (i === 0 ? undefined : versions[i - 1]?.aspect?.text),
  );
  const isKnownToBegin = versions[0]?.aspect === undefined;
  return {
    versions: changes.map((change, i) => ({ ...change, version: i === changes.length - 1 ? 0 : i + 1 })),
    isWhole: isWhole || isKnownToBegin,
  };
}
