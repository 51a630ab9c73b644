import {
  asksForIndex,
  parseWriteCondition,
  unknownHeader,
} from '../../../model/proposal-parts/write-condition.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import type { JsonValue } from '../../../util/json.ts';
import { shorten } from '../../../util/printable.ts';
import { noteWarning } from '../request-context.ts';

/** Maximum length of a name in a message. */
const MAX_SHOWN = 100;

/**
 * Reads the parts of a proposal from its headers. Notes a warning for a header that has no effect. Throws
 * INVALID_REQUEST with the name of an invalid header, and for an unknown condition: ignoring one could lose an
 * update. `at`:
 * path of the headers in the body.
 */
export function readProposalHeaders(
  headers: JsonValue | undefined,
  at: string,
): Pick<MetadataChangeProposal, 'condition' | 'awaitsIndex'> {
  const condition = parseWriteCondition(headers, at);
  const unknown = unknownHeader(headers);
  if (unknown !== undefined) {
    noteWarning(
      `${at} has the unknown header '${shorten(unknown, MAX_SHOWN)}', which is ignored. Leave it out.`,
    );
  }
  return {
    ...(condition !== undefined && { condition }),
    ...(asksForIndex(headers) && { awaitsIndex: true }),
  };
}
