import * as v from 'valibot';
import { patchOf, putGiven } from '../../model/proposal-builders.ts';
import { defineOperation } from '../operation.ts';
import { ownersUpdate, ownershipInput } from '../owners/stored-owners.ts';
import { TAG_INFO, requireTag } from './tag.ts';
import { objectOf } from '../shapes.ts';

/** Changes the name, description and owners of a tag. */
export const updateTag = defineOperation({
  name: 'updateTag',
  effect: 'write',
  summary: 'Changes the name, description and owners of a tag.',
  input: (types) =>
    objectOf({
      urn: types.entityOf('tag'),
      name: v.nullish(v.string()),
      description: v.nullish(v.string()),
      ownership: v.nullish(ownershipInput(types)),
    }),
  needs: { on: ({ urn }) => urn, anyOf: ['MANAGE_TAGS', 'EDIT_ENTITY'] },
  run: async ({ urn: tag, name, description, ownership }, work) => {
    await requireTag(tag, work);
    await work.ingest([
      patchOf(tag.urn, TAG_INFO, putGiven({ name, description })),
      ...(ownership ? [ownersUpdate(tag.urn, ownership, work)] : []),
    ]);
    return tag;
  },
});
