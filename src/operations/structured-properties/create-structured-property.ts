import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { settingsOf } from '../../model/properties/property-settings.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID, chosenText } from '../chosen-id.ts';
import { createOnce } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { settingsProposal } from './definition-changes.ts';
import { ALLOWED_VALUES, SETTINGS, TEXTS } from './shapes.ts';
import { objectOf } from '../shapes.ts';

/**
 * Defines a structured property; INVALID_REQUEST if it is defined. An entity without a definition, which other aspects can
 * leave behind, does not stand in the way. Returns a reference to it.
 */
export const createStructuredProperty = defineOperation({
  name: 'createStructuredProperty',
  effect: 'write',
  summary: 'Defines a structured property.',
  input: () =>
    objectOf({
      id: v.nullish(CHOSEN_ID),
      /** Default: the id, or a random name. Of both, one is enough: they must be equal. */
      qualifiedName: v.nullish(chosenText('qualifiedName')),
      displayName: v.nullish(v.string()),
      description: v.nullish(v.string()),
      immutable: v.nullish(v.boolean()),
      valueType: v.string(),
      /** Entity types that a value of type urn may refer to. */
      allowedTypes: v.nullish(TEXTS),
      allowedValues: v.optional(ALLOWED_VALUES),
      cardinality: v.nullish(v.picklist(['SINGLE', 'MULTIPLE'])),
      entityTypes: TEXTS,
      allowedPlatforms: v.nullish(TEXTS),
      settings: v.nullish(SETTINGS),
    }),
  needs: platform('MANAGE_STRUCTURED_PROPERTIES'),
  denial: () => 'Unable to create structured property. Please contact your admin.',
  run: async (
    { id, qualifiedName: named, valueType, entityTypes, allowedTypes, settings, ...members },
    work,
  ) => {
    if (typeof id === 'string' && typeof named === 'string' && id !== named) {
      throw invalidRequest(
        `Qualified name and the ID of a structured property must match, but they are '${named}' and '${id}'. Give one of them.`,
      );
    }
    const qualifiedName = named ?? id ?? work.settings.newId();
    const urn = formatUrn(STRUCTURED_PROPERTY.entityType, qualifiedName);
    const stamp = { ...stampNow(work) };
    const definition = {
      qualifiedName,
      valueType,
      entityTypes,
      ...given(members),
      ...(allowedTypes && { typeQualifier: { allowedTypes } }),
      created: stamp,
      lastModified: stamp,
    };
    const { definitionAspect } = STRUCTURED_PROPERTY;
    const found = (await work.query.getEntities([urn], [definitionAspect], work.scope)).get(urn);
    const isRemnant = found !== undefined && !found.has(definitionAspect);
    const changeType = isRemnant ? 'CREATE' : 'CREATE_ENTITY';
    const proposals: readonly MetadataChangeProposal[] = [
      { urn, aspectName: definitionAspect, changeType, value: definition },
      ...(settings ? [settingsProposal(urn, settingsOf(settings), stamp)] : []),
    ];
    const remedy = 'Update it, or choose another name. A soft-deleted property can be restored.';
    const taken = () =>
      invalidRequest(`A structured property already exists with this urn: ${urn}. ${remedy}`);
    if (isRemnant) await work.ingest(proposals);
    else await createOnce(urn, proposals, taken, work);
    return work.references.to(urn);
  },
});
