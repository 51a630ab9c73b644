import type { FieldResolvers } from '../build-schema.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { TAGS, TERMS, attachLabels, detachLabels } from '../labels.ts';
import type { LabelKind } from '../labels.ts';
import type { Input } from '../mutation-steps.ts';
import { updating } from '../wrapped-error.ts';

type Change = typeof attachLabels;
type Resolve<T> = (root: unknown, args: Input<T>, context: GraphqlContext) => Promise<boolean>;

interface Batch {
  readonly resources: readonly (ResourceRef | null)[];
}
interface Tags {
  readonly tagUrns: readonly string[];
}
interface Terms {
  readonly termUrns: readonly string[];
}
type TagInput = ResourceRef & { readonly tagUrn: string };
type TermInput = ResourceRef & { readonly termUrn: string };

/** Mutations that attach and detach tags and glossary terms. */
export const LABEL_MUTATIONS: FieldResolvers = {
  addTag: one<TagInput>(TAGS, attachLabels, ({ tagUrn }) => [tagUrn]),
  addTags: one<ResourceRef & Tags>(TAGS, attachLabels, ({ tagUrns }) => tagUrns),
  batchAddTags: several<Batch & Tags>(TAGS, attachLabels, ({ tagUrns }) => tagUrns),
  removeTag: one<TagInput>(TAGS, detachLabels, ({ tagUrn }) => [tagUrn]),
  batchRemoveTags: several<Batch & Tags>(TAGS, detachLabels, ({ tagUrns }) => tagUrns),
  addTerm: one<TermInput>(TERMS, attachLabels, ({ termUrn }) => [termUrn]),
  addTerms: one<ResourceRef & Terms>(TERMS, attachLabels, ({ termUrns }) => termUrns),
  batchAddTerms: several<Batch & Terms>(TERMS, attachLabels, ({ termUrns }) => termUrns),
  removeTerm: one<TermInput>(TERMS, detachLabels, ({ termUrn }) => [termUrn]),
  batchRemoveTerms: several<Batch & Terms>(TERMS, detachLabels, ({ termUrns }) => termUrns),
};

function one<T extends ResourceRef>(
  kind: LabelKind,
  change: Change,
  labels: (input: T) => readonly string[],
): Resolve<T> {
  return resolver(kind, change, labels, (input) => [input]);
}

function several<T extends Batch>(
  kind: LabelKind,
  change: Change,
  labels: (input: T) => readonly string[],
): Resolve<T> {
  return resolver(kind, change, labels, ({ resources }) => resources);
}

function resolver<T extends object>(
  kind: LabelKind,
  change: Change,
  labels: (input: T) => readonly string[],
  resources: (input: T) => readonly (ResourceRef | null)[],
): Resolve<T> {
  return (_root, { input }, context) =>
    updating(input, async () => {
      await change(kind, labels(input), resources(input), context);
      return true;
    });
}
