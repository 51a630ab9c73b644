import type { EditFailure } from '../../../model/bulk-edit.ts';
import { writeInHalves } from '../../bulk-edits/in-halves.ts';
import { WRITE } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import type { Reversal } from './reversal.ts';

/** Changes of one commit. */
interface ReversalBatch {
  readonly reversals: readonly Reversal[];
  /** Only report what would be written. */
  readonly isTrial: boolean;
  /** Run that the writes belong to. */
  readonly runId: string;
}

/** What was written, and what was refused. */
interface AppliedReversals {
  readonly changed: readonly Reversal[];
  readonly failures: readonly EditFailure[];
}

/**
 * Writes what takes back changes of a run, each by the rights of the caller and the rules of now; a refused one does not keep
 * others from being written. Unless it is a trial, the audit log gets those that the caller lacks a right for.
 */
export const applyReversals = defineInternal({
  name: 'applyReversals',
  effect: 'write',
  about: ({ reversals }: ReversalBatch) => reversals.map(({ urn }) => urn),
  needs: WRITE,
  isLong: true,
  run: async ({ isTrial, reversals, runId }: ReversalBatch, work): Promise<AppliedReversals> => {
    const changed: Reversal[] = [];
    const failures: EditFailure[] = [];
    const refused: Reversal[] = [];
    await writeInHalves(
      reversals,
      async (left) => {
        const proposals = left.flatMap((reversal) => reversal.proposals);
        await work.writes.ingest(
          proposals.map((proposal) => ({ ...proposal, systemMetadata: { runId } })),
          { isTrial },
        );
        for (const reversal of left) changed.push(reversal);
      },
      (reversal, { code, message }) => {
        const { cells, urn } = reversal;
        const [cell] = cells;
        failures.push({ urn, ...(cell !== undefined && { field: cell.field }), code, message });
        if (code === 'FORBIDDEN') refused.push(reversal);
      },
    );
    if (refused.length > 0 && !isTrial) {
      const aspects = refused
        .flatMap(({ proposals }) => proposals)
        .map(({ aspectName, changeType, urn }) => ({
          urn,
          aspectName,
          changeType: changeType === 'DELETE' ? changeType : ('UPSERT' as const),
        }));
      work.services.auditLog.record({ kind: 'denied', actor: work.actor.urn, aspects });
    }
    return { changed, failures };
  },
});
