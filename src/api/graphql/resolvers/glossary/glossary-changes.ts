import { addRelatedTerms } from '../../../../operations/glossary/add-related-terms.ts';
import { createGlossaryEntity } from '../../../../operations/glossary/create-glossary-entity.ts';
import { deleteGlossaryEntity } from '../../../../operations/glossary/delete-glossary-entity.ts';
import type { GLOSSARY_TYPES } from '../../../../operations/glossary/glossary-part.ts';
import { moveGlossaryEntity } from '../../../../operations/glossary/move-glossary-entity.ts';
import { removeRelatedTerms } from '../../../../operations/glossary/remove-related-terms.ts';
import { DONE, bind, ofArguments, ofInput } from '../fields/bind-operation.ts';
import type { CreateGlossaryEntityInput, Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations of the glossary. */
export const GLOSSARY_MUTATIONS = {
  createGlossaryTerm: creation('glossaryTerm'),
  createGlossaryNode: creation('glossaryNode'),
  updateParentNode: ofInput(moveGlossaryEntity, DONE),
  deleteGlossaryEntity: ofArguments(deleteGlossaryEntity, DONE),
  addRelatedTerms: ofInput(addRelatedTerms, DONE),
  removeRelatedTerms: ofInput(removeRelatedTerms, DONE),
} satisfies Partial<Resolvers['Mutation']>;

function creation(entityType: keyof typeof GLOSSARY_TYPES) {
  return bind(
    createGlossaryEntity,
    ({ input: { id, name, description, parentNode } }: { readonly input: CreateGlossaryEntityInput }) => ({
      entityType,
      id,
      name,
      description,
      parent: parentNode || undefined,
    }),
    {
      present: (urn) => urn,
    },
  );
}
