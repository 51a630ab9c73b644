import type { Aspect, AspectKey } from '../../model/aspect.ts';
import type { Scope } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { visibleAssignments } from '../../model/visibility/visible-assignments.ts';
import type { AspectRow, MetadataReader } from '../../store/metadata-store.ts';

/** A version of an aspect as visible to a scope, with its row. */
export interface SeenRowVersion {
  /** 0 for the latest version, otherwise its number for the scope, see `readSeenHistory`. */
  readonly version: number;
  /** Undefined if the scope sees nothing of it. */
  readonly aspect: Aspect | undefined;
  readonly row: AspectRow;
}

/** Stored versions of an aspect as visible to a scope, oldest first. */
export interface SeenHistory {
  readonly versions: readonly SeenRowVersion[];
  /** Whether, for the scope, no version precedes the oldest one. */
  readonly isWhole: boolean;
}

/** Whether the scope may see only a part of the aspect; then `readSeenHistory` merges and renumbers its versions. */
export function isShownInPart(aspectName: string, scope: Scope): boolean {
  return aspectName === STRUCTURED_PROPERTY.assignmentAspect && !scope.seesEveryProperty;
}

/**
 * Reads the versions of an aspect that the scope sees. If the scope sees only a part of the aspect, versions that differ
 * only in hidden parts are merged, and the rest is numbered from 1; otherwise the numbers are row versions.
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
