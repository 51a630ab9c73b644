import * as v from 'valibot';
import type { Urn } from '../../model/urn.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { FLAG, NUMBER, TEXT, objectOf } from '../shapes.ts';
import type { Reading } from '../work.ts';
import { scanVisiblePoints } from './scan-points.ts';

/** Points read at a time. */
const PAGE = 1_000;

/** The points of an aspect of all entities of a type up to `to`, inclusive, in epoch ms. */
interface Truncation {
  readonly entityType: string;
  readonly aspectName: string;
  readonly to: number;
}

/** Result of a truncation. */
export interface TruncationReport {
  /** Number of points of the aspect that the caller may see. */
  readonly total: number;
  /** Number of these points that are deleted or to be deleted. */
  readonly old: number;
  readonly removed: number;
}

/**
 * Deletes old points of a timeseries aspect of all entities of a type. The caller also needs the rights on each
 * entity.
 */
export const truncatePoints = defineOperation({
  name: 'truncatePoints',
  effect: 'delete',
  summary: 'Deletes old points of a timeseries aspect of all entities of a type, or counts them.',
  input: () => objectOf({ entityType: TEXT, aspectName: TEXT, to: NUMBER, dryRun: v.nullish(FLAG, true) }),
  needs: platform('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS'),
  denial: () => 'User is unauthorized to truncate timeseries aspects.',
  isLong: true,
  run: async ({ dryRun, ...truncation }, work): Promise<TruncationReport> => {
    const { holders, ...counts } = await findOld(truncation, work);
    let removed = 0;
    for (const urn of dryRun ? [] : holders) {
      const { aspectName, to } = truncation;
      removed += (await work.writes.deletePoints({ urn, aspectName, to })).timeseriesRows;
      await nextTurn();
    }
    return { ...counts, removed };
  },
});

async function findOld(
  { to, ...source }: Truncation,
  work: Reading,
): Promise<Pick<TruncationReport, 'total' | 'old'> & { readonly holders: ReadonlySet<Urn> }> {
  const holders = new Set<Urn>();
  let [old, total] = [0, 0];
  let after: string | undefined;
  do {
    const page = await scanVisiblePoints({ ...source, limit: PAGE, after }, work);
    total += page.length;
    for (const { point, timestampMillis } of page) {
      if (timestampMillis > to) continue;
      old++;
      holders.add(point.urn);
    }
    after = page.length === PAGE ? page.at(-1)?.position : undefined;
    await nextTurn();
  } while (after !== undefined);
  return { old, total, holders };
}
