import { patchOf, take } from '../../model/proposal-builders.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { list } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import { ASSIGNMENTS, BY_PROPERTY, requireAsset, requireDefined } from './assignments.ts';
import { described, objectOf } from '../shapes.ts';

/**
 * Removes all values of properties from an asset, including hidden ones of soft-deleted properties. Ignores
 * properties without values; NOT_FOUND for undefined ones. Returns the remaining values.
 */
export const removeStructuredProperties = defineOperation({
  name: 'removeStructuredProperties',
  effect: 'write',
  summary: 'Removes all values of structured properties from an asset.',
  input: (types) =>
    objectOf({
      assetUrn: described('Urn of the asset.', types.entity()),
      structuredPropertyUrns: described(
        'Urns of the properties whose values are removed.',
        list(types.entityOf(STRUCTURED_PROPERTY.entityType)),
      ),
    }),
  needs: { on: ({ assetUrn }) => assetUrn, anyOf: ['EDIT_ENTITY_PROPERTIES'] },
  denial: (_refused, { assetUrn: asset }) =>
    `Not authorized to update properties on the given urn ${asset.urn}`,
  run: async ({ assetUrn: asset, structuredPropertyUrns: properties }, work) => {
    await requireAsset(asset, work);
    await requireDefined(properties, work);
    // An empty request must not write.
    if (properties.length === 0) return { asset, value: await readAspect(asset.urn, ASSIGNMENTS, work) };
    const operations = properties.map(({ urn }) => take(['properties', urn]));
    const written = await work.ingestOne(patchOf(asset.urn, ASSIGNMENTS, operations, BY_PROPERTY));
    return { asset, value: written?.value };
  },
});
