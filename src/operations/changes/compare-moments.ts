import type { Aspect } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import { READ } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';

/** An entity, and two moments: cursors or RFC 3339 times; `to` may be `now`. */
export interface MomentsInput {
  readonly urn: Urn;
  readonly from: string;
  readonly to: string;
}

/** An aspect that is another at the second moment. */
export interface AspectDifference {
  readonly aspectName: string;
  /** Undefined: there was none. */
  readonly before: Aspect | undefined;
  readonly after: Aspect | undefined;
}

/** What is different between two moments. */
export interface MomentsCompared {
  readonly from: string;
  readonly to: string;
  /** By name of the aspect. */
  readonly differences: readonly AspectDifference[];
}

/**
 * The aspects of an entity that differ between two moments. Today's rights decide what the caller sees of them; without
 * differences, the entity may not exist, or be hidden. Throws GONE when what it was is not kept.
 */
export const compareMoments = defineProtectedModelled({
  name: 'compareMoments',
  effect: 'read',
  summary: 'Compares an entity at two moments: the aspects that differ, before and after.',
  about: ({ urn }: MomentsInput) => [urn],
  needs: READ,
  run: async ({ from, to, urn }, { scope, services }): Promise<MomentsCompared> => {
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
