import type { AspectKey } from '../../model/aspect.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';
import { seesPoints } from '../timeseries/visible-points.ts';

/** One version of an aspect: 0 is the latest. Undefined if it is not stored. */
export const getAspect = defineModelled({
  name: 'getAspect',
  effect: 'read',
  about: ({ urn }: AspectKey & { readonly version: number }) => [urn],
  needs: READ,
  isLong: true,
  run: async ({ urn, aspectName, version }, reading) => {
    const { query, scope } = reading;
    const isSeen = await seesPoints(urn, aspectName, reading);
    return isSeen ? query.getAspect(urn, aspectName, version, scope) : undefined;
  },
});
