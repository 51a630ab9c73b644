import { noteKept } from '../../auth/audit/request-scope.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { WRITE } from '../needs.ts';
import { defineModelled } from '../operation.ts';

export type { ChangeResult, IngestResult } from '../../change/metadata-change.ts';

/** Validates and commits a batch of proposals. */
export const ingestProposals = defineModelled({
  name: 'ingestProposals',
  effect: 'write',
  summary: 'Writes a batch of proposals in one commit, all or none.',
  needs: WRITE,
  run: (proposals: readonly MetadataChangeProposal[], { writes }) => writes.ingest(proposals, { noteKept }),
});
