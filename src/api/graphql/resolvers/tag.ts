import { createTag } from '../../../operations/tags/create-tag.ts';
import { deleteTag } from '../../../operations/tags/delete-tag.ts';
import { setTagColor } from '../../../operations/tags/set-tag-color.ts';
import { TAG_INFO } from '../../../operations/tags/tag.ts';
import { updateTag } from '../../../operations/tags/update-tag.ts';
import { DONE, PRESENTED, bind } from '../bind-operation.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { Input, UrnAndInput } from '../mutation-steps.ts';
import { details, fromMember } from './aspect-field.ts';
import type { OwnershipUpdate } from './asset-updates.ts';

interface CreateTagInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
}
interface TagUpdateInput {
  readonly urn: string;
  readonly name: string;
  readonly description?: string | null;
  readonly ownership?: OwnershipUpdate | null;
}

/** Fields of `Tag`. */
export const TAG: FieldResolvers = {
  properties: details(TAG_INFO),
  editableProperties: details(TAG_INFO),
  description: fromMember(TAG_INFO, 'description'),
};

export const TAG_MUTATIONS: FieldResolvers = {
  createTag: bind(
    createTag,
    ({ input }: Input<CreateTagInput>, { settings }) => ({ ...input, id: input.id || settings.newId() }),
    { ...PRESENTED, failed: (_args, { id, name }) => `Failed to create Tag with id: ${id}, name: ${name}` },
  ),
  updateTag: bind(
    updateTag,
    ({ urn, input: { name, description, ownership } }: UrnAndInput<TagUpdateInput>) => ({
      tag: urn,
      name,
      description,
      owners: ownership?.owners.map(({ ownershipTypeUrn, ...owner }) => ({
        ...owner,
        ownershipType: ownershipTypeUrn || undefined,
      })),
    }),
    PRESENTED,
  ),
  setTagColor: bind(
    setTagColor,
    ({ urn, colorHex }: { readonly urn: string; readonly colorHex: string }) => ({
      tag: urn,
      color: colorHex,
    }),
    DONE,
  ),
  deleteTag: bind(deleteTag, ({ urn }: { readonly urn: string }) => ({ tag: urn }), DONE),
};
