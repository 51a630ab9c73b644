import type { WriteCondition } from '../../model/proposal.ts';
import type { Aspect } from '../../model/aspect.ts';
import type { UnmetCondition } from '../unmet-condition.ts';

/** Version of an aspect that does not exist. */
const NO_VERSION = '-1';

/**
 * Returns why a write condition fails; undefined when it holds. A missing aspect has version `-1` and was last modified
 * at 0. If the writer may not see the modification time, conditions on it fail. Ignores `ifNoneMatch`, which skips a
 * write instead of refusing it.
 */
export function checkWriteCondition(
  condition: WriteCondition,
  aspect: Aspect | undefined,
): UnmetCondition | undefined {
  const { ifVersionMatch, ifModifiedSince, ifUnmodifiedSince } = condition;
  const version = aspect === undefined ? NO_VERSION : (aspect.systemMetadata.version ?? '1');
  if (ifVersionMatch !== undefined && ifVersionMatch !== version) {
    return {
      problem: `Expected version ${ifVersionMatch}, actual version ${version}`,
      remedy: 'Read the aspect again and retry with its version.',
    };
  }
  if (ifModifiedSince === undefined && ifUnmodifiedSince === undefined) return undefined;
  const modified = lastModified(aspect);
  if (modified === undefined) {
    return {
      problem: 'The modification time is visible only to actors who may read the whole item',
      remedy: 'Send If-Version-Match instead.',
    };
  }
  if (ifModifiedSince !== undefined && modified <= ifModifiedSince) {
    return {
      problem: `Item last modified ${modified} <= ${ifModifiedSince} (epoch ms)`,
      remedy: 'If-Modified-Since requires a later change.',
    };
  }
  if (ifUnmodifiedSince !== undefined && modified > ifUnmodifiedSince) {
    return {
      problem: `Item last modified ${modified} > ${ifUnmodifiedSince} (epoch ms)`,
      remedy: 'Read the aspect again and retry.',
    };
  }
  return undefined;
}

function lastModified(aspect: Aspect | undefined): number | undefined {
  if (aspect === undefined) return 0;
  return aspect.systemMetadata.aspectModified?.time ?? (aspect.created.time || undefined);
}
