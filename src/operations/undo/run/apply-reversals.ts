import { editFailure, type EditFailure } from '../../../model/bulk-edit.ts';
import { writeInHalves } from '../../bulk-edits/in-halves.ts';
import { WRITE } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import type { Reversal } from './reversal.ts';

/** Reversals to write in one commit. */
interface ReversalBatch {
  readonly reversals: readonly Reversal[];
  /** True for a dry run, which writes nothing. */
  readonly isTrial: boolean;
  /** Run that the writes belong to. */
  readonly runId: string;
  /** Whether one refusal refuses all. */
  readonly isWhole?: boolean;
}

/** Written reversals, and failures. */
interface AppliedReversals {
  readonly changed: readonly Reversal[];
  readonly failures: readonly EditFailure[];
}

/**
 * Writes reversals of changes of a run, each with the caller's current rights under the current rules; a refused one
 * does not prevent others. Unless it is a dry run, the audit log gets those for which the caller lacks a right.
 */
export const applyReversals = defineInternal({
  name: 'applyReversals',
  effect: 'write',
  proposing: 'hold',
  about: ({ reversals }: ReversalBatch) => reversals.map(({ urn }) => urn),
  needs: WRITE,
  isLong: true,
  run: async (
    { isTrial, isWhole = false, reversals, runId }: ReversalBatch,
    work,
  ): Promise<AppliedReversals> => {
    const changed: Reversal[] = [];
    const failures: EditFailure[] = [];
    const refused: Reversal[] = [];
    const write = async (left: readonly Reversal[]): Promise<void> => {
      const proposals = left.flatMap((reversal) => reversal.proposals);
      await work.writes.ingest(
        proposals.map((proposal) => ({ ...proposal, systemMetadata: { runId } })),
        { isTrial },
      );
      for (const reversal of left) changed.push(reversal);
    };
    if (isWhole) {
      await write(reversals);
      return { changed, failures };
    }
    await writeInHalves(reversals, write, (reversal, error) => {
      const { cells, urn } = reversal;
      const [cell] = cells;
      failures.push(editFailure({ urn, ...(cell !== undefined && { field: cell.field }) }, error));
      if (error.code === 'FORBIDDEN') refused.push(reversal);
    });
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
