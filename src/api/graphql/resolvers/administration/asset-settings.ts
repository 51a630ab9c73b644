import { updateAssetSettings } from '../../../../operations/settings/update-asset-settings.ts';
import { StoredRecord } from '../../presenters/stored-record.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { bind } from '../fields/bind-operation.ts';

/** Mutation of the settings of an asset's page. */
export const ASSET_SETTINGS_MUTATIONS = {
  updateAssetSettings: bind(
    updateAssetSettings,
    ({ input: { urn, summary } }) => ({ asset: urn, template: summary?.template }),
    { present: ({ asset, settings }) => new StoredRecord(settings, asset) },
  ),
} satisfies Partial<Resolvers['Mutation']>;
