import { createTag } from '../../../../operations/tags/create-tag.ts';
import { deleteTag } from '../../../../operations/tags/delete-tag.ts';
import { setTagColor } from '../../../../operations/tags/set-tag-color.ts';
import { updateTag } from '../../../../operations/tags/update-tag.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const TAG_MUTATIONS = {
  createTag: bind(createTag, ({ input }, { settings }) => ({ ...input, id: input.id ?? settings.newId() }), {
    present: (urn) => urn,
  }),
  updateTag: bind(
    updateTag,
    ({ urn, input: { name, description, ownership } }) => ({
      tag: urn,
      name,
      description,
      owners: ownership?.owners.map(({ ownershipTypeUrn, ...owner }) => ({
        ...owner,
        ownershipType: ownershipTypeUrn || undefined,
      })),
    }),
    { present: (tag) => tag },
  ),
  setTagColor: bind(
    setTagColor,
    ({ urn, colorHex }) => ({
      tag: urn,
      color: colorHex,
    }),
    DONE,
  ),
  deleteTag: bind(deleteTag, ({ urn }) => ({ tag: urn }), DONE),
} satisfies Partial<Resolvers['Mutation']>;
