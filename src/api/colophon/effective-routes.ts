import { readEffectiveProperties } from '../../operations/structured-properties/read-effective-properties.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** The values in effect on an entity, own and inherited. */
export const EFFECTIVE_ROUTES: readonly OwnRoute[] = [
  exposed('GET /entities/:urn/effective-properties', readEffectiveProperties, {
    mayMiss: true,
    present: ({ effective, moment }, { urn }) => ({
      urn,
      ...(moment !== undefined && { asOf: moment }),
      properties: Array.from(effective, ([propertyUrn, { sources, values }]) => ({
        propertyUrn,
        values,
        inherited: sources.length > 0,
        source: sources[0] ?? null,
        sources,
      })),
    }),
  }),
];
