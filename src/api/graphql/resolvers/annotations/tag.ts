import { createTag } from '../../../../operations/tags/create-tag.ts';
import { deleteTag } from '../../../../operations/tags/delete-tag.ts';
import { setTagColor } from '../../../../operations/tags/set-tag-color.ts';
import { updateTag } from '../../../../operations/tags/update-tag.ts';
import { DONE, ofArguments, ofInput, ofUrnAndInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

export const TAG_MUTATIONS = {
  createTag: ofInput(createTag, { present: (urn) => urn }),
  updateTag: ofUrnAndInput(updateTag, { present: (tag) => tag }),
  setTagColor: ofArguments(setTagColor, DONE),
  deleteTag: ofArguments(deleteTag, DONE),
} satisfies Partial<Resolvers['Mutation']>;
