import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isSoftDeleted } from '../property-state.ts';
import type { Validator } from '../rules.ts';

const { definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;

/**
 * What a soft-deleted property is and how it is shown stays as it was, so that restoring brings back just that. DataHub
 * looks at the definition only; its settings are a part of it to whoever reads or edits one.
 */
export const softDeletedProperty: Validator = {
  name: 'softDeletedProperty',
  aspects: [definitionAspect, settingsAspect],
  check: ({ urn, after, aspect }, { state }) => {
    if (after === undefined || !isSoftDeleted(urn, state)) return [];
    const remedy =
      state.row(urn, definitionAspect) === undefined
        ? 'It has no definition that could be restored: hard-delete it first.'
        : 'Restore it first (status.removed = false).';
    const what = aspect.name === settingsAspect ? `${settingsAspect} of ${urn}` : urn;
    return [`Cannot mutate a soft deleted Structured Property Definition: ${what}. ${remedy}`];
  },
};
