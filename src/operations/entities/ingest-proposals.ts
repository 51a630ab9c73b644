import { noteKept } from '../../auth/audit/request-scope.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { PROPOSALS } from './proposal-shape.ts';

export type { ChangeResult, IngestResult } from '../../change/metadata-change.ts';

/** Validates and commits a batch of proposals. */
export const ingestProposals = defineOperation({
  name: 'ingestProposals',
  effect: 'write',
  summary: 'Writes a batch of proposals in one commit, all or none.',
  input: () => PROPOSALS,
  needs: WRITE,
  run: (proposals, { writes }) => writes.ingest(proposals, { noteKept }),
});
