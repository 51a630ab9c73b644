import { addTags } from '../../../../operations/tags/add-tags.ts';
import { removeTags } from '../../../../operations/tags/remove-tags.ts';
import { addTerms } from '../../../../operations/terms/add-terms.ts';
import { removeTerms } from '../../../../operations/terms/remove-terms.ts';
import { DONE, bind } from '../fields/bind-operation.ts';
import { assetsOf, type ResourceRef } from '../../inputs/edit-target.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations that attach and detach tags and glossary terms. */
export const LABEL_MUTATIONS = {
  addTag: bind(addTags, ({ input }) => change([input.tagUrn], [input]), DONE),
  addTags: bind(addTags, ({ input }) => change(input.tagUrns, [input]), DONE),
  batchAddTags: bind(addTags, ({ input }) => change(input.tagUrns, input.resources), DONE),
  removeTag: bind(removeTags, ({ input }) => change([input.tagUrn], [input]), DONE),
  batchRemoveTags: bind(removeTags, ({ input }) => change(input.tagUrns, input.resources), DONE),
  addTerm: bind(addTerms, ({ input }) => change([input.termUrn], [input]), DONE),
  addTerms: bind(addTerms, ({ input }) => change(input.termUrns, [input]), DONE),
  batchAddTerms: bind(addTerms, ({ input }) => change(input.termUrns, input.resources), DONE),
  removeTerm: bind(removeTerms, ({ input }) => change([input.termUrn], [input]), DONE),
  batchRemoveTerms: bind(removeTerms, ({ input }) => change(input.termUrns, input.resources), DONE),
} satisfies Partial<Resolvers['Mutation']>;

function change(labels: readonly string[], resources: readonly (ResourceRef | null)[]) {
  return { labels, assets: assetsOf(resources) };
}
