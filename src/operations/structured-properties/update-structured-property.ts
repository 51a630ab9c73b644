import { CatalogError, invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { DEFINITION_CHANGES, definitionChanges } from './definition-changes.ts';
import { described, objectOf } from '../shapes.ts';

const { definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;

/** Changes the definition and settings of a structured property; writes nothing if nothing differs. */
export const updateStructuredProperty = defineOperation({
  name: 'updateStructuredProperty',
  effect: 'write',
  summary: 'Changes the definition and settings of a structured property.',
  input: (types) =>
    objectOf({
      urn: described('Urn of the property.', types.entityOf(STRUCTURED_PROPERTY.entityType)),
      ...DEFINITION_CHANGES,
    }),
  needs: platform('MANAGE_STRUCTURED_PROPERTIES'),
  denial: () => 'Unable to update structured property. Please contact your admin.',
  run: async ({ urn: property, ...changes }, work) => {
    const { urn } = property;
    const names = [definitionAspect, settingsAspect, 'status'];
    const aspects = (await work.query.getEntities([urn], names, work.scope)).get(urn);
    const definition = aspects?.get(definitionAspect)?.value;
    if (definition === undefined) {
      throw invalidRequest(
        `Attempting to update a structured property with no definition aspect: ${urn}. Create it first.`,
        undefined,
        because('PROPERTY_UNDEFINED'),
      );
    }
    if (aspects?.get('status')?.value['removed'] === true) {
      throw new CatalogError(
        'VALIDATION',
        `Cannot mutate a soft deleted Structured Property Definition: ${urn}. Restore it first.`,
        because('PROPERTY_DELETED'),
      );
    }
    const stored = { definition, settings: aspects?.get(settingsAspect)?.value };
    await work.ingest(definitionChanges(urn, changes, stored, stampNow(work)));
    return property;
  },
});
