import type { WriteCondition } from '../../model/proposal.ts';
import type { AspectRow } from '../../store/metadata-store.ts';

/** What stands for the version of an aspect that does not exist. */
const NO_VERSION = '-1';

/**
 * Why a conditional write must not happen, undefined when it may. An aspect that does not exist has version `-1` and
 * was last modified at 0. The condition `ifNoneMatch` skips a write and is not looked at here.
 */
export function checkWriteCondition(
  condition: WriteCondition,
  row: AspectRow | undefined,
): string | undefined {
  const { ifVersionMatch, ifModifiedSince, ifUnmodifiedSince } = condition;
  const version = row === undefined ? NO_VERSION : (row.aspect.systemMetadata.version ?? '1');
  if (ifVersionMatch !== undefined && ifVersionMatch !== version) {
    return `Expected version ${ifVersionMatch}, actual version ${version}. Read the aspect again and retry with its version.`;
  }
  const modified = lastModified(row);
  if (ifModifiedSince !== undefined && modified <= ifModifiedSince) {
    return `Item last modified ${modified} <= ${ifModifiedSince} (epoch ms). If-Modified-Since asks for a later change.`;
  }
  if (ifUnmodifiedSince !== undefined && modified > ifUnmodifiedSince) {
    return `Item last modified ${modified} > ${ifUnmodifiedSince} (epoch ms). Read the aspect again and retry.`;
  }
  return undefined;
}

function lastModified(row: AspectRow | undefined): number {
  return row === undefined ? 0 : (row.aspect.systemMetadata.aspectModified?.time ?? row.aspect.created.time);
}
