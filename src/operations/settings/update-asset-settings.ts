import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { PAGE_TEMPLATE } from '../home-pages/page-part.ts';
import { requireEntities } from '../assets.ts';
import { defineOperation } from '../operation.ts';
import { readAspect, requireExisting } from '../stored.ts';
import { described, objectOf } from '../shapes.ts';

const ASSET_SETTINGS = 'assetSettings';

/**
 * Sets the page template with the summary of an asset. NOT_FOUND unless both exist. Returns the asset with its
 * settings.
 */
export const updateAssetSettings = defineOperation({
  name: 'updateAssetSettings',
  effect: 'write',
  summary: 'Sets the page template with the summary of an asset.',
  input: (types) =>
    objectOf({
      urn: described('Urn of the asset.', types.entity()),
      summary: v.nullish(
        objectOf({ template: described('Urn of the template.', types.entityOf(PAGE_TEMPLATE.entityType)) }),
      ),
    }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_ASSET_SUMMARY', 'EDIT_ENTITY'] },
  run: async ({ urn: asset, summary }, work) => {
    await requireEntities([asset], work);
    const stored = await readAspect(asset.urn, ASSET_SETTINGS, work);
    if (!summary) return { asset, settings: stored ?? {} };
    const { template } = summary;
    const missing = (urn: string) => `Page template ${urn} does not exist. Create it first.`;
    await requireExisting([template], missing, work);
    const settings = { ...stored, assetSummary: { templates: [{ template: template.urn }] } };
    await work.ingest([upsertOf(asset.urn, ASSET_SETTINGS, settings)]);
    return { asset, settings };
  },
});
