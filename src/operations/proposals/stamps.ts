import type { PatchOperation } from '../../model/proposal.ts';
import { isJsonObject } from '../../util/json.ts';

/** Times and authors of writes: no part of what is proposed. */
export const STAMPS: ReadonlySet<string> = new Set([
  'created',
  'lastModified',
  'auditStamp',
  'createStamp',
  'actor',
]);

/** Whether the operation only sets the time and the author of the write. */
export function isStamp({ path, value }: PatchOperation): boolean {
  return (
    STAMPS.has(path.slice(path.lastIndexOf('/') + 1)) &&
    isJsonObject(value) &&
    typeof value['time'] === 'number' &&
    typeof value['actor'] === 'string'
  );
}
