import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isSoftDeleted } from '../properties/property-state.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

const { definitionAspect, entityType } = STRUCTURED_PROPERTY;

/**
 * Restores a soft-deleted property without a definition when it gets one: DataHub's clients soft-delete a name to
 * clean up before they define it. A soft deletion in the same batch stays: that is how a soft-deleted property is
 * copied.
 */
export const redefinedProperties: SideEffect = {
  name: 'redefinedProperties',
  entityTypes: [entityType],
  aspects: [definitionAspect],
  isOfRun: true,
  follow: ({ context: { found, state }, urn }) => {
    const isRemnant = found.row(urn, definitionAspect) === undefined && isSoftDeleted(urn, found);
    if (!isRemnant) return NOTHING_FOLLOWS;
    return () => {
      const status = state.row(urn, 'status')?.aspect.value;
      if (state.row(urn, definitionAspect) === undefined || status === undefined) return [];
      return [{ urn, aspectName: 'status', changeType: 'UPSERT', value: { ...status, removed: false } }];
    };
  },
};
