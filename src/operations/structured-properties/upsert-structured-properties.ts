import { patchOf, put } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { ASSIGNMENTS, BY_PROPERTY, requireAsset } from './assignments.ts';
import { list } from '../input-types.ts';
import { described, objectOf } from '../shapes.ts';
import { assignmentInput } from './shapes.ts';

/**
 * Assigns property values to an asset, replacing all its values or only those of the same properties. Returns all
 * values.
 */
export const upsertStructuredProperties = defineOperation({
  name: 'upsertStructuredProperties',
  effect: 'write',
  summary: 'Assigns values of structured properties to an asset.',
  input: (types) =>
    objectOf({
      assetUrn: described('Urn of the asset.', types.entity()),
      structuredPropertyInputParams: described(
        'The properties and their values.',
        list(assignmentInput(types)),
      ),
    }),
  needs: { on: ({ assetUrn }) => assetUrn, anyOf: ['EDIT_ENTITY_PROPERTIES'] },
  // DataHub's spelling ('gives'); clients match it.
  denial: (_refused, { assetUrn: asset }) =>
    `Not authorized to update properties on the gives urn ${asset.urn}`,
  run: async ({ assetUrn: asset, structuredPropertyInputParams: assignments }, work) => {
    // A schemaField entity exists only once it has metadata.
    if (asset.entityType !== 'schemaField') await requireAsset(asset, work);
    const properties = assignments.map(({ structuredPropertyUrn, values }) => ({
      propertyUrn: structuredPropertyUrn.urn,
      values: [...values],
    }));
    const operations = properties.map((one) => put(['properties', one.propertyUrn], one));
    const change =
      work.settings.upsertStructuredProperties === 'replace'
        ? ({ changeType: 'UPSERT', value: { properties } } as const)
        : patchOf(asset.urn, ASSIGNMENTS, operations, BY_PROPERTY);
    const key = { urn: asset.urn, aspectName: ASSIGNMENTS, stampAssignments: stampNow(work) };
    return { asset, value: (await work.ingestOne({ ...change, ...key }))?.value };
  },
});
