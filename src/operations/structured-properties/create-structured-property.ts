import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { settingsOf } from '../../model/properties/property-settings.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { searchConfigurationOf } from '../../model/properties/word-search.ts';
import { formatUrn, urnKey } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID, chosenText } from '../chosen-id.ts';
import { createOnce } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { replacedParts, settingsProposal } from './definition-changes.ts';
import { TEXT, described, objectOf, oneOf } from '../shapes.ts';
import { ALLOWED_VALUES, DEFINITION_MEMBERS, REPLACED_PARTS, SETTINGS, TEXTS } from './shapes.ts';

/**
 * Defines a structured property; INVALID_REQUEST if it is already defined. An entity without a definition, such as
 * one that only has other aspects, is no obstacle. Returns a reference to it.
 */
export const createStructuredProperty = defineOperation({
  name: 'createStructuredProperty',
  effect: 'write',
  summary: 'Defines a structured property.',
  input: () =>
    objectOf({
      id: v.nullish(
        described(
          'Last part of the urn; must equal `qualifiedName` if both are given; random if neither is given.',
          CHOSEN_ID,
        ),
      ),
      qualifiedName: v.nullish(
        described(
          'Fully qualified name, such as acme.retention; default: `id`.',
          chosenText('qualifiedName'),
        ),
      ),
      ...DEFINITION_MEMBERS,
      valueType: described('Urn of a data type, for example `urn:li:dataType:datahub.number`.', TEXT),
      typeQualifier: v.nullish(
        described(
          'Restricts values of type urn.',
          objectOf({
            allowedTypes: v.nullish(
              described('Urns of the entity types that a value of type urn may refer to.', TEXTS),
            ),
          }),
        ),
      ),
      allowedValues: v.nullish(described('Allowed values; omit to allow any value.', ALLOWED_VALUES)),
      cardinality: v.nullish(
        described(
          'SINGLE or MULTIPLE values for each entity; default: SINGLE.',
          oneOf(['SINGLE', 'MULTIPLE']),
        ),
      ),
      entityTypes: described(
        'Urns of the entity types that can have values, for example `urn:li:entityType:datahub.dataset`.',
        TEXTS,
      ),
      allowedPlatforms: v.nullish(
        described('Urns of the platforms whose entities may have the property; omit for all.', TEXTS),
      ),
      settings: v.nullish(described('Display settings; default: all false.', SETTINGS)),
      ...REPLACED_PARTS,
    }),
  needs: platform('MANAGE_STRUCTURED_PROPERTIES'),
  denial: () => 'Unable to create structured property. Please contact your admin.',
  run: async (
    {
      id,
      qualifiedName: named,
      valueType,
      entityTypes,
      typeQualifier,
      settings,
      display,
      rules,
      search,
      ...members
    },
    work,
  ) => {
    if (typeof id === 'string' && typeof named === 'string' && id !== named) {
      throw invalidRequest(
        `Qualified name and the ID of a structured property must match, but they are '${named}' and '${id}'. Give one of them.`,
        undefined,
        because('INPUT_DIFFERS', { names: [named, id] }),
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
      ...(search && { searchConfiguration: searchConfigurationOf(search) }),
      ...(typeQualifier?.allowedTypes && {
        typeQualifier: { allowedTypes: [...typeQualifier.allowedTypes] },
      }),
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
      ...replacedParts(urn, { display, rules }),
    ];
    const remedy = 'Update it, or choose another name. A soft-deleted property can be restored.';
    const taken = () =>
      invalidRequest(
        `A structured property already exists with this urn: ${urn}. ${remedy}`,
        undefined,
        because('NAME_TAKEN', { name: urnKey(urn) }),
      );
    if (isRemnant) await work.ingest(proposals);
    else await createOnce(urn, proposals, taken, work);
    return work.references.to(urn);
  },
});
