import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { listText } from '../../../util/list-text.ts';
import type { Validator } from '../../rules.ts';

/** At most one property may have `showAsAssetBadge`. */
export const badgeProperty: Validator = {
  name: 'badgeProperty',
  aspects: [STRUCTURED_PROPERTY.settingsAspect],
  check: ({ urn, after }, { state }) => {
    if (after?.['showAsAssetBadge'] !== true) return [];
    const others = state
      .rowsOf(STRUCTURED_PROPERTY.entityType, STRUCTURED_PROPERTY.settingsAspect)
      .filter(({ aspect }) => aspect.urn !== urn && aspect.value['showAsAssetBadge'] === true)
      .map(({ aspect }) => aspect.urn);
    if (others.length === 0) return [];
    const message =
      'Cannot have more than one property set with show as badge. ' +
      `Property urns currently set: [${listText(others)}]. Set its showAsAssetBadge to false first.`;
    return [{ message, field: 'showAsAssetBadge', ...because('BADGE_TAKEN') }];
  },
};
