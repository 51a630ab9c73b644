import { EVERY_CHANGE, type ChangePage } from '../../../query/changes/change-query.ts';
import type { EditFailure } from '../../../model/bulk-edit.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { READ } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import { createdEntity } from './created-entity.ts';
import { reversalOf, type Reversal } from './reversal.ts';

/** Maximum changes of a page; a commit is never split. */
const PER_PAGE = 200;

/** Where to continue, and the last commit to read: the reversals are written after it. */
interface RunWritesInput extends Pick<RunToUndo, 'runId' | 'since'> {
  readonly upTo: Sequence;
}

/** A page of the writes of a run. */
export interface RunWrites extends Pick<ChangePage, 'cursor' | 'isAtEnd' | 'sequence'> {
  /** Reversals of the writes. */
  readonly reversals: readonly Reversal[];
  /** Writes that are kept, with reasons. */
  readonly failures: readonly EditFailure[];
}

/**
 * The next writes of a run, from a cursor of the change feed, with their reversals, within what the caller may see
 * now. Returns each aspect once, at the run's last write of it, and each entity that the run created at its last
 * write to the entity. Omits timeseries points.
 */
export const findRunWrites = defineInternal({
  name: 'findRunWrites',
  effect: 'read',
  needs: READ,
  isLong: true,
  run: async ({ runId, since, upTo }: RunWritesInput, work): Promise<RunWrites> => {
    const { query, scope, services, settings } = work;
    const filter = { ...EVERY_CHANGE, runIds: [runId] };
    const page = await services.changes.read({ since, upTo, limit: PER_PAGE, filter }, scope);
    const events = page.events.filter(
      ({ aspectName }) => settings.registry.aspects.get(aspectName)?.kind === 'versioned',
    );
    const byEntity = Map.groupBy(events, ({ urn }) => urn);
    const stored = await query.getEntities([...byEntity.keys()], undefined, scope);
    const reversals: Reversal[] = [];
    const failures: EditFailure[] = [];
    const add = (judged: Reversal | EditFailure | undefined): void => {
      if (judged === undefined) return;
      if ('code' in judged) failures.push(judged);
      else reversals.push(judged);
    };
    for (const [urn, changed] of byEntity) {
      if (isTurnOver()) await nextTurnOfRead();
      const aspects = stored.get(urn);
      const created = createdEntity({ urn, changed, aspects, runId }, work);
      if (created !== undefined) created.forEach(add);
      else for (const event of changed) add(await reversalOf({ event, aspects, runId }, work));
    }
    const { cursor, isAtEnd, sequence } = page;
    return { reversals, failures, cursor, isAtEnd, sequence };
  },
});
