import { noteKept } from '../../auth/audit/request-scope.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { READ_PROPOSALS } from './proposal-shape.ts';
import { refusalOf, writeEach } from './write-each.ts';

/**
 * Writes the independent proposals of an asynchronous request: valid ones are written, and a BatchError names the
 * others. If nothing is written and there is only one error, throws that error itself.
 */
export const ingestEachProposal = defineOperation({
  name: 'ingestEachProposal',
  effect: 'write',
  summary: 'Writes the valid proposals of a batch one by one; an error names the others.',
  input: () => READ_PROPOSALS,
  needs: WRITE,
  run: async (proposals, { writes }): Promise<void> => {
    const refusal = refusalOf(await writeEach(proposals, (some) => writes.ingest(some, { noteKept })));
    if (refusal !== undefined) throw refusal;
  },
});
