import { invalidRequest } from '../../../errors.ts';
import type { CatalogError } from '../../../errors.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { createOnce } from '../create-once.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import {
  commit,
  creationOf,
  deleteEverywhere,
  patchOf,
  put,
  putGiven,
  requireAnyGrant,
  requireExisting,
  requireOneOf,
} from '../mutation-steps.ts';
import type { Input, UrnAndInput } from '../mutation-steps.ts';
import { given } from '../property-input.ts';
import { updating, withRootCause } from '../wrapped-error.ts';
import { details, fromMember } from './aspect-field.ts';
import { ownersUpdate } from './asset-updates.ts';
import type { OwnershipUpdate } from './asset-updates.ts';
import { creatorOwnership } from './creator-ownership.ts';

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

const INFO = 'tagProperties';

/** Fields of `Tag`. */
export const TAG: FieldResolvers = {
  properties: details(INFO),
  editableProperties: details(INFO),
  description: fromMember(INFO, 'description'),
};

export const TAG_MUTATIONS: FieldResolvers = {
  createTag: (_root: unknown, { input }: Input<CreateTagInput>, context: GraphqlContext) => {
    requireOneOf(['CREATE_TAGS', 'MANAGE_TAGS'], context);
    const id = input.id || context.settings.newId();
    return withRootCause(
      () => `Failed to create Tag with id: ${id}, name: ${input.name}`,
      () => createTag(id, input, context),
    );
  },
  updateTag: (_root: unknown, { urn, input }: UrnAndInput<TagUpdateInput>, context: GraphqlContext) =>
    updating(input, async () => {
      const tag = await permittedTag(urn, 'EDIT_ENTITY', context);
      const { name, description, ownership } = input;
      const changes: MetadataChangeProposal[] = [patchOf(tag.urn, INFO, putGiven({ name, description }))];
      if (ownership) changes.push(ownersUpdate(tag.urn, ownership, context));
      await commit(changes, context);
      return tag;
    }),
  setTagColor: (
    _root: unknown,
    { urn, colorHex }: { readonly urn: string; readonly colorHex: string },
    context: GraphqlContext,
  ) =>
    updating({ urn, colorHex }, async () => {
      const tag = await permittedTag(urn, 'EDIT_TAG_COLOR', context);
      await commit([patchOf(tag.urn, INFO, [put(['colorHex'], colorHex)])], context);
      return true;
    }),
  deleteTag: (_root: unknown, { urn }: { readonly urn: string }, context: GraphqlContext) =>
    updating({ urn }, async () => {
      await deleteEverywhere(await permittedTag(urn, 'DELETE_ENTITY', context), context);
      return true;
    }),
};

async function createTag(
  id: string,
  { name, description }: CreateTagInput,
  context: GraphqlContext,
): Promise<Urn> {
  const urn = formatUrn('tag', id);
  const proposals = [
    creationOf(urn, INFO, { name, ...given({ description }) }),
    await creatorOwnership(urn, context),
  ];
  const alreadyExists = (): CatalogError =>
    invalidRequest(`This Tag already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, proposals, alreadyExists, context);
  return urn;
}

async function permittedTag(
  urn: string,
  privilege: string,
  context: GraphqlContext,
): Promise<EntityReference> {
  const tag = context.references.parseAs('tag', urn);
  await requireAnyGrant([{ privilege: 'MANAGE_TAGS' }, { privilege, urn: tag.urn }], context);
  await requireExisting([tag], (missing) => `Failed to update Tag ${missing}. Tag does not exist.`, context);
  return tag;
}
