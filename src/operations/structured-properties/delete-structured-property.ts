import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';

/** Hard-deletes a structured property; its values are removed in the background. */
export const deleteStructuredProperty = defineOperation({
  name: 'deleteStructuredProperty',
  effect: 'delete',
  summary: 'Hard-deletes a structured property; its values are removed in the background.',
  input: (types) =>
    objectOf({ urn: described('Urn of the property.', types.entityOf(STRUCTURED_PROPERTY.entityType)) }),
  needs: platform('MANAGE_STRUCTURED_PROPERTIES'),
  denial: () => 'Unable to delete structured property. Please contact your admin.',
  run: ({ urn: property }, work) => work.deleteEntity(property.urn),
});
