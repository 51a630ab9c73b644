import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Validator } from '../rules.ts';

/** Settings that show a property somewhere. */
const PLACES = [
  'showInSearchFilters',
  'showInAssetSummary',
  'showAsAssetBadge',
  'showInColumnsTable',
] as const;

/** A hidden property is shown nowhere. */
export const hiddenProperty: Validator = {
  name: 'hiddenProperty',
  aspects: [STRUCTURED_PROPERTY.settingsAspect],
  check: ({ after }) => {
    const shown = after?.['isHidden'] === true ? PLACES.filter((place) => after[place] === true) : [];
    if (shown.length === 0) return [];
    return [
      'Cannot have property isHidden = true while other display location settings are also true. ' +
        `Set ${shown.join(', ')} to false, or isHidden.`,
    ];
  },
};
