import { addTags } from '../../../operations/tags/add-tags.ts';
import { removeTags } from '../../../operations/tags/remove-tags.ts';
import { addTerms } from '../../../operations/terms/add-terms.ts';
import { removeTerms } from '../../../operations/terms/remove-terms.ts';
import { DONE, bind } from '../bind-operation.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { assetOf, assetsOf } from '../edit-target.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { Input } from '../mutation-steps.ts';

interface Batch {
  readonly resources: readonly (ResourceRef | null)[];
}
interface Tags {
  readonly tagUrns: readonly string[];
}
interface Terms {
  readonly termUrns: readonly string[];
}

/** Mutations that attach and detach tags and glossary terms. */
export const LABEL_MUTATIONS: FieldResolvers = {
  addTag: bind(addTags, tag, DONE),
  addTags: bind(addTags, one(tagsIn), DONE),
  batchAddTags: bind(addTags, several(tagsIn), DONE),
  removeTag: bind(removeTags, tag, DONE),
  batchRemoveTags: bind(removeTags, several(tagsIn), DONE),
  addTerm: bind(addTerms, term, DONE),
  addTerms: bind(addTerms, one(termsIn), DONE),
  batchAddTerms: bind(addTerms, several(termsIn), DONE),
  removeTerm: bind(removeTerms, term, DONE),
  batchRemoveTerms: bind(removeTerms, several(termsIn), DONE),
};

function tag({ input }: Input<ResourceRef & { readonly tagUrn: string }>) {
  return { labels: [input.tagUrn], assets: [assetOf(input)] };
}

function term({ input }: Input<ResourceRef & { readonly termUrn: string }>) {
  return { labels: [input.termUrn], assets: [assetOf(input)] };
}

function tagsIn({ tagUrns }: Tags): string[] {
  return [...tagUrns];
}

function termsIn({ termUrns }: Terms): string[] {
  return [...termUrns];
}

function one<Labels>(labels: (input: Labels) => string[]) {
  return ({ input }: Input<ResourceRef & Labels>) => ({ labels: labels(input), assets: [assetOf(input)] });
}

function several<Labels>(labels: (input: Labels) => string[]) {
  return ({ input }: Input<Batch & Labels>) => ({
    labels: labels(input),
    assets: assetsOf(input.resources),
  });
}
