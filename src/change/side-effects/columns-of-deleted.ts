import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import { NOTHING_FOLLOWS, type SideEffect } from './side-effect.ts';

/**
 * Hard-deletes the columns of a hard-deleted entity, which are separate entities: their tags, business attributes and
 * property values would be unreachable, but searches and relationships would still show them.
 */
export const columnsOfDeleted: SideEffect = {
  name: 'columnsOfDeleted',
  entityTypes: undefined,
  aspects: undefined,
  isOfRun: true,
  follow: ({ aspect, context: { registry, state }, entity, proposal, urn }) => {
    const keyAspect = registry.entities.get(COLUMN_TYPE)?.keyAspect.name;
    const isDeletion = proposal.changeType === 'DELETE' && aspect === entity.keyAspect;
    if (!isDeletion || keyAspect === undefined || entity.name === COLUMN_TYPE) return NOTHING_FOLLOWS;
    return () =>
      state.columns(urn).map((column) => ({ urn: column, aspectName: keyAspect, changeType: 'DELETE' }));
  },
};
