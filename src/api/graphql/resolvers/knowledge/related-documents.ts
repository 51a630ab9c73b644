import type { EntityReference } from '../../../../model/entity-reference.ts';
import { callerAndGroups } from '../../../../operations/groups/caller-groups.ts';
import { equalTo, isMissing } from '../../../../operations/search/find-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { EntityField, Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

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
  const { entities, ...page } = await context.run(listEntities, listing);
  return { ...page, documents: entities };
}

/**
 * Query that searches documents: published ones, and those that the caller or the caller's groups own. Leaves out
 * documents that are hidden from the global context.
 */
export const DOCUMENT_QUERIES = {
  searchDocuments: answeredBy(listEntities, async (_root, { input }, context) => {
    const { loader } = context;
    const { start, count, query } = input;
    const shown = { ...equalTo('showInGlobalContext', 'false'), negated: true };
    const conditions = [...oneOf('relatedAssets', input.relatedAssets), ...conditionsOf(input), shown];
    const caller = await callerAndGroups(context, (urn, aspectName) => loader.aspect(urn, aspectName));
    const own = equalTo('owners', ...caller);
    const filter = [
      [...conditions, equalTo('state', 'PUBLISHED')],
      [...conditions, own],
    ];
    const listing = { entityTypes: ['document'], filter, query, start, count };
    const { entities, ...page } = await context.run(listEntities, listing);
    return { ...page, documents: entities };
  }),
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
