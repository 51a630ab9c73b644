import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { formatUrn, parseUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { createOnce } from '../create-once.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { given } from '../property-input.ts';
import { withRootCause } from '../wrapped-error.ts';
import { details } from './aspect-field.ts';
import { stampNow } from './stamp-now.ts';

interface CreateTagInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
}

/** Fields of `Tag`. */
export const TAG: FieldResolvers = { properties: details('tagProperties') };

/** Mutations of tags. */
export const TAG_MUTATIONS: FieldResolvers = {
  createTag: async (
    _root: unknown,
    { input }: { readonly input: CreateTagInput },
    context: GraphqlContext,
  ) => {
    requireTagPrivilege(context);
    const id = input.id || context.settings.newId();
    return withRootCause(
      () => `Failed to create Tag with id: ${id}, name: ${input.name}`,
      () => createTag(id, input, context),
    );
  },
};

/** The type of ownership that the maker of a tag gets, if the catalog has it. */
const TECHNICAL_OWNER = parseUrn('urn:li:ownershipType:__system__technical_owner');

function requireTagPrivilege({ catalog }: GraphqlContext): void {
  const denial = 'Unauthorized to perform this action. Please contact your DataHub administrator.';
  try {
    catalog.requirePrivilege('CREATE_TAG', denial);
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'FORBIDDEN') throw error;
    catalog.requirePrivilege('MANAGE_TAGS', denial);
  }
}

async function createTag(id: string, input: CreateTagInput, context: GraphqlContext): Promise<Urn> {
  const urn = formatUrn('tag', id);
  const hasOwnershipType = (await context.catalog.existing([TECHNICAL_OWNER])).has(TECHNICAL_OWNER);
  const alreadyExists = (): CatalogError =>
    invalidRequest(`This Tag already exists! ${urn} is taken: choose another id.`);
  await createOnce(urn, proposals(urn, input, hasOwnershipType, context), alreadyExists, context);
  return urn;
}

function proposals(
  urn: Urn,
  { name, description }: CreateTagInput,
  hasOwnershipType: boolean,
  context: GraphqlContext,
): MetadataChangeProposal[] {
  const stamp = stampNow(context);
  const owner = hasOwnershipType
    ? { owner: stamp.actor, type: 'TECHNICAL_OWNER', typeUrn: TECHNICAL_OWNER }
    : { owner: stamp.actor, type: 'NONE' };
  return [
    {
      urn,
      aspectName: 'tagProperties',
      changeType: 'CREATE_ENTITY',
      value: { name, ...given({ description }) },
    },
    {
      urn,
      aspectName: 'ownership',
      changeType: 'UPSERT',
      value: { owners: [owner], lastModified: { ...stamp } },
    },
  ];
}
