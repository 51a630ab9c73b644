import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogError } from '../../errors.ts';
import { isRemovalLeft } from '../../model/properties/property-generation.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { cursorOf } from '../../query/changes/cursor.ts';
import { READ } from '../needs.ts';
import { defineInternal } from '../operation.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import type { ProtectedWork } from '../work.ts';
import type { ValuesToRestore } from './bulk-edits.ts';
import { cellIn } from './cells.ts';
import { joined, openEdits, type EditedAssets } from './open-edits.ts';

/** Interval of polls of a removal, in ms. */
const POLL_MS = 200;

/**
 * The values that assets lost by the given commit, or by the commit that ended the last generation of a property.
 * Undefined if the commit ended none, or the caller may not view the property.
 */
export async function valuesToRestore(
  propertyUrn: Urn,
  { query, scope, services }: ProtectedWork,
  endedBy?: Sequence,
): Promise<ValuesToRestore | undefined> {
  const last = (await services.reader.endedGenerations()).findLast(
    ({ ended, ...of }) =>
      of.propertyUrn === propertyUrn && (endedBy === undefined || ended?.sequence === endedBy),
  );
  if (last?.ended === undefined) return undefined;
  const isSeen =
    (await query.existing([propertyUrn], scope)).has(propertyUrn) ||
    (await query.lastDeletion(propertyUrn, scope)) !== undefined;
  if (!isSeen) return undefined;
  const { ended, generation, removal } = last;
  const since = cursorOf({ sequence: ended.sequence, id: undefined });
  return { propertyUrn, generation, since, changed: removal?.found ?? 0 };
}

/**
 * The next assets that lost values of a property by its deletion, from a cursor of the change feed, with the edits
 * that restore them, within what the caller may read now. Finds none while invalid values are still being removed.
 * Throws NOT_FOUND unless the property is defined again.
 */
export const findLostValues = defineInternal({
  name: 'findLostValues',
  effect: 'read',
  needs: READ,
  run: async ({ generation, propertyUrn, since }: ValuesToRestore, work): Promise<EditedAssets> => {
    const { query, scope, services } = work;
    const own = (await services.reader.generations()).filter((record) => record.propertyUrn === propertyUrn);
    if (own.some((record) => record.generation === generation && isRemovalLeft(record))) {
      await sleep(POLL_MS);
      return { assets: [], failures: [], cursor: since, isAtEnd: false };
    }
    const live = own.find(({ ended }) => ended === undefined);
    if (live === undefined) {
      throw new CatalogError('NOT_FOUND', `${propertyUrn} is not defined. Restore its definition first.`);
    }
    const page = await services.changes.lostValues({ generation, propertyUrn, since }, scope);
    const lost = page.lost.filter(({ urn }) => scope.seesAssignment(propertyUrn, live.generation, urn));
    const stored = await query.getEntities(
      lost.map(({ urn }) => urn),
      [ASSIGNMENTS],
      scope,
    );
    const { cursor, isAtEnd } = page;
    const assets = lost.map(({ element, urn }) => {
      const values = cellIn(propertyUrn, urn, { value: { properties: [element] } });
      const kept = { field: propertyUrn, written: [], values, elements: [element] };
      return openEdits(urn, [{ ...kept, action: 'restore' }], stored);
    });
    return { ...joined(assets), cursor, isAtEnd };
  },
});
