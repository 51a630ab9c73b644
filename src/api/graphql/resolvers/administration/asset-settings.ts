import { updateAssetSettings } from '../../../../operations/settings/update-asset-settings.ts';
import { StoredRecord } from '../../presenters/stored-record.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { ofInput } from '../fields/bind-operation.ts';

/** Mutation of the settings of an asset's page. */
export const ASSET_SETTINGS_MUTATIONS = {
  updateAssetSettings: ofInput(updateAssetSettings, {
    present: ({ asset, settings }) => new StoredRecord(settings, asset),
  }),
} satisfies Partial<Resolvers['Mutation']>;
