import { addLink } from '../../../../operations/links/add-link.ts';
import { removeLink } from '../../../../operations/links/remove-link.ts';
import { updateLink } from '../../../../operations/links/update-link.ts';
import { upsertLink } from '../../../../operations/links/upsert-link.ts';
import { DONE, ofInput } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of documentation links. */
export const LINK_MUTATIONS = {
  addLink: ofInput(addLink, DONE),
  upsertLink: ofInput(upsertLink, DONE),
  updateLink: ofInput(updateLink, DONE),
  removeLink: ofInput(removeLink, DONE),
} satisfies Partial<Resolvers['Mutation']>;
