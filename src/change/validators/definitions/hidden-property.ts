import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Validator } from '../../rules.ts';

/** Settings that display a property. */
const PLACES = [
  'showInSearchFilters',
  'showInAssetSummary',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** A property with `isHidden` must have no display setting. */
export const hiddenProperty: Validator = {
  name: 'hiddenProperty',
  aspects: [STRUCTURED_PROPERTY.settingsAspect],
  check: ({ after }) => {
    const shown = after?.['isHidden'] === true ? PLACES.filter((place) => after[place] === true) : [];
    if (shown.length === 0) return [];
    const message =
      'Cannot have property isHidden = true while other display location settings are also true. ' +
      `Set ${shown.join(', ')} to false, or isHidden.`;
    return [{ message, field: 'isHidden', ...because('HIDDEN_BUT_SHOWN', { settings: shown }) }];
  },
};
