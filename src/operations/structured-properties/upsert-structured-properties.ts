import * as v from 'valibot';
import { patchOf, put } from '../../model/proposal-builders.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { ASSIGNMENTS, BY_PROPERTY, requireAsset } from './assignments.ts';
import { VALUE } from './shapes.ts';
import { objectOf } from '../shapes.ts';

/** Assigns property values to an asset, instead of all its values or of those of the same properties. Returns all. */
export const upsertStructuredProperties = defineOperation({
  name: 'upsertStructuredProperties',
  effect: 'write',
  summary: 'Assigns values of structured properties to an asset.',
  input: (types) =>
    objectOf({
      asset: types.entity(),
      assignments: v.array(
        objectOf({ property: types.entityOf(STRUCTURED_PROPERTY.entityType), values: v.array(VALUE) }),
      ),
    }),
  needs: { on: ({ asset }) => asset, anyOf: ['EDIT_ENTITY_PROPERTIES'] },
  // DataHub's spelling ('gives'); clients match it.
  denial: (_refused, { asset }) => `Not authorized to update properties on the gives urn ${asset.urn}`,
  run: async ({ asset, assignments }, work) => {
    // A schemaField entity exists only once it has metadata.
    if (asset.entityType !== 'schemaField') await requireAsset(asset, work);
    const properties = assignments.map(({ property, values }) => ({ propertyUrn: property.urn, values }));
    const operations = properties.map((one) => put(['properties', one.propertyUrn], one));
    const change =
      work.settings.upsertStructuredProperties === 'replace'
        ? ({ changeType: 'UPSERT', value: { properties } } as const)
        : patchOf(asset.urn, ASSIGNMENTS, operations, BY_PROPERTY);
    const key = { urn: asset.urn, aspectName: ASSIGNMENTS, stampAssignments: stampNow(work) };
    return { asset, value: (await work.ingestOne({ ...change, ...key }))?.value };
  },
});
