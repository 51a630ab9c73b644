import * as v from 'valibot';
import { creationOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { createEntity } from '../create-once.ts';
import { defineOperation } from '../operation.ts';
import { requireFreeName } from '../sibling-names.ts';
import { GLOSSARY_TYPES, requireParent } from './glossary-part.ts';
import { GLOSSARY_RIGHTS, rightIn } from './glossary-rights.ts';
import { objectOf } from '../shapes.ts';

/** Creates a glossary term or node, owned by the caller; INVALID_REQUEST if it exists. Returns its urn. */
export const createGlossaryEntity = defineOperation({
  name: 'createGlossaryEntity',
  effect: 'write',
  summary: 'Creates a glossary term or term group that you own.',
  input: (types) =>
    objectOf({
      entityType: v.picklist(['glossaryTerm', 'glossaryNode']),
      id: v.nullish(CHOSEN_ID),
      /** Unique within the parent. */
      name: v.string(),
      description: v.nullish(v.string()),
      parent: v.optional(types.entityOf('glossaryNode')),
    }),
  needs: {
    anyOf: GLOSSARY_RIGHTS,
    clauses: async ({ parent }, reading) => [await rightIn(parent, reading)],
  },
  run: async ({ entityType, id, name, description, parent }, work) => {
    await requireParent(parent, work);
    const urn = formatUrn(entityType, id ?? work.settings.newId());
    await requireFreeName({ urn, entityType }, name, parent?.urn, work);
    const info = {
      name,
      definition: description ?? '',
      ...(entityType === 'glossaryTerm' && { termSource: 'INTERNAL' }),
      ...given({ parentNode: parent?.urn }),
    };
    const creation = creationOf(urn, `${entityType}Info`, info);
    await createEntity(urn, GLOSSARY_TYPES[entityType], [creation], work);
    return urn;
  },
});
