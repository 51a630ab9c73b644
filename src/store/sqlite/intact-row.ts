import { messageOf } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectRow } from '../entity-rows.ts';
import { toAspectRow } from '../rows/stored-rows.ts';
import type { SqlRow } from '../rows/stored-rows.ts';
import { isIntact } from './row-checksum.ts';

/** The aspect in a row; or what is wrong with the row, as the end of a sentence. */
export function intactRow(entityId: number, urn: Urn, aspectName: string, row: SqlRow): AspectRow | string {
  try {
    if (!isIntact(entityId, aspectName, row)) return 'its checksum is wrong';
    const found = toAspectRow(urn, aspectName, row);
    // Without a checksum, damage shows at the latest when the text is read.
    if (row['checksum'] === null) JSON.parse(found.aspect.text);
    return found;
  } catch (error) {
    return messageOf(error);
  }
}
