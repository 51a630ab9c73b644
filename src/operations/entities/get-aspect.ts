import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, URN, described, objectOf } from '../shapes.ts';
import { seesPoints } from '../timeseries/visible-points.ts';
import { because } from '../../refusals.ts';

/** One version of an aspect, or a point: `MetadataQuery.getAspect`. Undefined if it is not stored. */
export const getAspect = defineRead({
  name: 'getAspect',
  summary: 'Gets one version of an aspect of an entity.',
  input: () =>
    objectOf({
      urn: described('Urn of the entity.', URN),
      aspectName: described('Name of the aspect.', TEXT),
      version: v.nullish(
        described('Version, or time of a point in epoch milliseconds; default: 0, the latest.', NUMBER),
        0,
      ),
    }),
  about: ({ urn }) => [urn],
  isLong: true,
  asOf: async ({ aspectName, urn, version }, { read }, { settings }) => {
    if (version !== 0 || settings.registry.aspects.get(aspectName)?.kind === 'timeseries') {
      throw invalidRequest(
        `Version ${version} of ${aspectName} cannot be answered as of a moment: only version 0 of a versioned aspect can.`,
        undefined,
        because('AS_OF_UNSUPPORTED'),
      );
    }
    return (await read([urn], [aspectName])).get(urn)?.get(aspectName);
  },
  run: async ({ urn, aspectName, version }, reading) => {
    const { query, scope } = reading;
    const isSeen = await seesPoints(urn, aspectName, reading);
    return isSeen ? query.getAspect(urn, aspectName, version, scope) : undefined;
  },
});
