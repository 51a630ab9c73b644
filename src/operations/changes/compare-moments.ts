import * as v from 'valibot';
import type { Aspect } from '../../model/aspect.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, described, objectOf } from '../shapes.ts';
import { MOMENT } from './moment.ts';

/** An aspect that differs at the second moment. */
export interface AspectDifference {
  readonly aspectName: string;
  /** Undefined if there was none. */
  readonly before: Aspect | undefined;
  readonly after: Aspect | undefined;
}

/** Differences between two moments. */
export interface MomentsCompared {
  readonly from: string;
  readonly to: string;
  /** In order of aspect names. */
  readonly differences: readonly AspectDifference[];
}

/**
 * The aspects of an entity that differ between two moments, within the caller's current rights. Without differences,
 * the entity may be unchanged, missing or hidden. Throws GONE if the earlier values are no longer kept.
 */
export const compareMoments = defineProtected({
  name: 'compareMoments',
  effect: 'read',
  summary: 'Compares an entity at two moments: the aspects that differ, before and after.',
  input: (types) =>
    objectOf({
      urn: described('Urn of the entity.', types.entity()),
      from: MOMENT,
      to: v.nullish(described('Second moment, in the same form as `from`; or `now`.', TEXT), 'now'),
    }),
  about: ({ urn }) => [urn.urn],
  needs: READ,
  run: async ({ from, to, urn: { urn } }, { scope, services }): Promise<MomentsCompared> => {
    const before = await services.changes.asOf({ urn, moment: from, parameter: 'from' }, scope);
    const after = await services.changes.asOf({ urn, moment: to, parameter: 'to' }, scope);
    const names = [...new Set([...before.aspects.keys(), ...after.aspects.keys()])].sort();
    const differences = names
      .map((aspectName) => ({
        aspectName,
        before: before.aspects.get(aspectName),
        after: after.aspects.get(aspectName),
      }))
      .filter((one) => one.before?.text !== one.after?.text);
    return { from: before.cursor, to: after.cursor, differences };
  },
});
