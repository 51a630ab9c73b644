import { createTag } from '../../../../operations/tags/create-tag.ts';
import { deleteTag } from '../../../../operations/tags/delete-tag.ts';
import { setTagColor } from '../../../../operations/tags/set-tag-color.ts';
import { TAG_INFO } from '../../../../operations/tags/tag.ts';
import { updateTag } from '../../../../operations/tags/update-tag.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { details, fromMember } from '../fields/aspect-field.ts';

/** Fields of `Tag`. */
export const TAG = {
  properties: details(TAG_INFO),
  editableProperties: details(TAG_INFO),
  description: fromMember(TAG_INFO, 'description'),
} satisfies Partial<Resolvers['Tag']>;

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
