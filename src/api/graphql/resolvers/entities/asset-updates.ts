import { updateAssets } from '../../../../operations/entities/update-assets.ts';
import { bind } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { DatasetUpdateInput, GlobalTagsUpdate, Resolvers } from '../../schema/schema-types.generated.ts';

/** Mutations that replace several aspects of an asset at once. */
export const ASSET_UPDATE_MUTATIONS = {
  updateDataset: updateOne('dataset'),
  updateChart: updateOne('chart'),
  updateDashboard: updateOne('dashboard'),
  updateDataFlow: updateOne('dataFlow'),
  updateDataJob: updateOne('dataJob'),
  updateNotebook: updateOne('notebook'),
  updateDatasets: bind(
    updateAssets,
    ({ input }, context) => ({
      updates: input.map(({ urn, update }) => updateOf('dataset', urn, update, context)),
    }),
    { present: (datasets) => datasets },
  ),
} satisfies Partial<Resolvers['Mutation']>;

function updateOne(entityType: string) {
  // The inputs of other types have a subset of the fields of a dataset's input.
  return bind(
    updateAssets,
    ({ urn, input }: { readonly urn: string; readonly input: DatasetUpdateInput }, context) => ({
      updates: [updateOf(entityType, urn, input, context)],
    }),
    { present: ([asset]) => asset },
  );
}

function updateOf(
  entityType: string,
  urn: string,
  update: DatasetUpdateInput,
  { references }: GraphqlContext,
) {
  const { ownership, editableProperties, deprecation, institutionalMemory, editableSchemaMetadata } = update;
  return {
    asset: references.parseAs(entityType, urn).urn,
    ownership: ownership ?? undefined,
    tags: tagsOf(update.tags ?? update.globalTags),
    properties: editableProperties ?? undefined,
    deprecation: deprecation ?? undefined,
    links: institutionalMemory?.elements.map((link) => ({ ...link })),
    columns: editableSchemaMetadata?.editableSchemaFieldInfo.map(
      ({ fieldPath, description, globalTags }) => ({ fieldPath, description, tags: tagsOf(globalTags) }),
    ),
  };
}

function tagsOf(update: GlobalTagsUpdate | null | undefined): string[] | undefined {
  return update ? (update.tags ?? []).map(({ tag }) => tag.urn) : undefined;
}
