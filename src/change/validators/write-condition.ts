import type { WriteCondition } from '../../model/proposal.ts';
import type { Aspect } from '../../model/aspect.ts';

/** What stands for the version of an aspect that does not exist. */
const NO_VERSION = '-1';

/**
 * Why a conditional write must not happen, undefined when it may. An aspect that does not exist has version `-1` and
 * was last modified at 0; one that names no time tells its writer none, who cannot make it a condition then. The
 * condition `ifNoneMatch` skips a write and is not looked at here.
 */
export function checkWriteCondition(
  condition: WriteCondition,
  aspect: Aspect | undefined,
): string | undefined {
  const { ifVersionMatch, ifModifiedSince, ifUnmodifiedSince } = condition;
  const version = aspect === undefined ? NO_VERSION : (aspect.systemMetadata.version ?? '1');
  if (ifVersionMatch !== undefined && ifVersionMatch !== version) {
    return `Expected version ${ifVersionMatch}, actual version ${version}. Read the aspect again and retry with its version.`;
  }
  if (ifModifiedSince === undefined && ifUnmodifiedSince === undefined) return undefined;
  const modified = lastModified(aspect);
  if (modified === undefined) {
    return 'When the item was last modified is told only to those who may read all of it. Send If-Version-Match instead.';
  }
  if (ifModifiedSince !== undefined && modified <= ifModifiedSince) {
    return `Item last modified ${modified} <= ${ifModifiedSince} (epoch ms). If-Modified-Since asks for a later change.`;
  }
  if (ifUnmodifiedSince !== undefined && modified > ifUnmodifiedSince) {
    return `Item last modified ${modified} > ${ifUnmodifiedSince} (epoch ms). Read the aspect again and retry.`;
  }
  return undefined;
}

function lastModified(aspect: Aspect | undefined): number | undefined {
  if (aspect === undefined) return 0;
  return aspect.systemMetadata.aspectModified?.time ?? (aspect.created.time || undefined);
}
