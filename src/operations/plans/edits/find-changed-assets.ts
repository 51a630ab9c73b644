import type { AssetEdit } from '../../../model/bulk-edit.ts';
import type { Urn } from '../../../model/urn.ts';
import { changedSinceRead } from '../../bulk-edits/planned-edit.ts';
import { READ } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';

/** Urns of the assets of which a field has other values than a dry run has read. */
export const findChangedAssets = defineInternal({
  name: 'findChangedAssets',
  effect: 'read',
  needs: READ,
  run: (assets: readonly AssetEdit[], work): Promise<readonly Urn[]> => changedSinceRead(assets, work),
});
