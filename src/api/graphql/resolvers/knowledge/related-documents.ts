import type { EntityReference } from '../../../../model/entity-reference.ts';
import { callerAndGroups } from '../../../../operations/caller-groups.ts';
import { equalTo, findEntities, isMissing } from '../../../../operations/find-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { EntityField, Resolvers } from '../../schema/schema-types.generated.ts';

interface DocumentsInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly parentDocuments?: readonly string[] | null;
  readonly rootOnly?: boolean | null;
  readonly types?: readonly string[] | null;
  readonly domains?: readonly string[] | null;
  readonly sourceType?: string | null;
}

/** One page of the documents that are related to the asset. */
export async function relatedDocuments(
  { urn }: EntityReference,
  { input }: { readonly input: DocumentsInput },
  context: GraphqlContext,
): Promise<object> {
  const { start, count } = input;
  const conditions = [equalTo('relatedAssets', urn), ...conditionsOf(input)];
  const listing = { entityTypes: ['document'], filter: [conditions], start, count };
  const { entities, ...page } = await findEntities(listing, context);
  return { ...page, documents: entities };
}

/**
 * Query that searches documents: published ones, and those that the caller or the caller's groups own. Leaves out
 * documents that are hidden from the global context.
 */
export const DOCUMENT_QUERIES = {
  searchDocuments: async (_root, { input }, context) => {
    const { start, count, query } = input;
    const shown = { ...equalTo('showInGlobalContext', 'false'), negated: true };
    const conditions = [...oneOf('relatedAssets', input.relatedAssets), ...conditionsOf(input), shown];
    const own = equalTo('owners', ...(await callerAndGroups(context)));
    const filter = [
      [...conditions, equalTo('state', 'PUBLISHED')],
      [...conditions, own],
    ];
    const listing = { entityTypes: ['document'], filter, query, start, count };
    const { entities, ...page } = await findEntities(listing, context);
    return { ...page, documents: entities };
  },
} satisfies Partial<Resolvers['Query']>;

/** `relatedDocuments` for every entity type that has it. */
export const RELATED_DOCUMENTS = { relatedDocuments } satisfies { readonly [Field in EntityField]?: unknown };

function oneOf(field: string, values: readonly string[] | null | undefined) {
  return values && values.length > 0 ? [equalTo(field, ...values)] : [];
}

function conditionsOf(input: DocumentsInput) {
  return [
    ...oneOf('parentDocument', input.parentDocuments),
    ...(input.rootOnly === true ? [isMissing('parentDocument')] : []),
    ...oneOf('typeNames', input.types),
    ...oneOf('domains', input.domains),
    ...(input.sourceType ? [equalTo('sourceType', input.sourceType)] : []),
  ];
}
