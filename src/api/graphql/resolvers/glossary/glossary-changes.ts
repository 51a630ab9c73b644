import { addRelatedTerms } from '../../../../operations/glossary/add-related-terms.ts';
import { createGlossaryEntity } from '../../../../operations/glossary/create-glossary-entity.ts';
import { deleteGlossaryEntity } from '../../../../operations/glossary/delete-glossary-entity.ts';
import type { GLOSSARY_TYPES } from '../../../../operations/glossary/glossary-part.ts';
import { moveGlossaryEntity } from '../../../../operations/glossary/move-glossary-entity.ts';
import { removeRelatedTerms } from '../../../../operations/glossary/remove-related-terms.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import type {
  CreateGlossaryEntityInput,
  RelatedTermsInput,
  Resolvers,
} from '../../schema/schema-types.generated.ts';

/** Mutations of the glossary. */
export const GLOSSARY_MUTATIONS = {
  createGlossaryTerm: creation('glossaryTerm'),
  createGlossaryNode: creation('glossaryNode'),
  updateParentNode: bind(
    moveGlossaryEntity,
    ({ input: { resourceUrn, parentNode } }) => ({ part: resourceUrn, parent: parentNode || undefined }),
    DONE,
  ),
  deleteGlossaryEntity: bind(deleteGlossaryEntity, ({ urn }) => ({ part: urn }), DONE),
  addRelatedTerms: bind(addRelatedTerms, ({ input }) => relatedTermsOf(input), DONE),
  removeRelatedTerms: bind(removeRelatedTerms, ({ input }) => relatedTermsOf(input), DONE),
} satisfies Partial<Resolvers['Mutation']>;

function creation(entityType: keyof typeof GLOSSARY_TYPES) {
  return bind(
    createGlossaryEntity,
    (
      { input: { id, name, description, parentNode } }: { readonly input: CreateGlossaryEntityInput },
      { settings },
    ) => ({
      entityType,
      id: id ?? settings.newId(),
      name,
      description,
      parent: parentNode || undefined,
    }),
    {
      present: (urn) => urn,
    },
  );
}

function relatedTermsOf({ urn, termUrns, relationshipType }: RelatedTermsInput) {
  return { term: urn, related: [...termUrns], relationship: relationshipType };
}
