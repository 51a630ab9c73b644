import type { EntityReference } from '../../../../model/entity-reference.ts';
import { findDocuments, type DocumentSearch } from '../../../../operations/documents/find-documents.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { EntityField, Resolvers } from '../../schema/schema-types.generated.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { parseSearch, parseSort } from '../../inputs/parse-search.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** One page of the documents that are related to the asset. */
export function relatedDocuments(
  { urn }: EntityReference,
  { input }: { readonly input: Omit<DocumentSearch, 'findsThoseOfAssets'> },
  context: GraphqlContext,
): Promise<object> {
  return found({ ...input, relatedAssets: [urn], findsThoseOfAssets: true }, context);
}

/** Query that searches documents. */
export const DOCUMENT_QUERIES = {
  searchDocuments: answeredBy(findDocuments, async (_root, { input }, context) => {
    const { viewUrn, sortInput, ...search } = input;
    const everything = parseSearch({ query: '*', types: ['DOCUMENT'] }, context.settings.registry);
    const viewed = await applyView(everything, viewUrn, context);
    if (viewed === undefined) return { start: input.start ?? 0, count: 0, total: 0, documents: [] };
    const sort = parseSort({ query: '*', sortInput: sortInput ?? null });
    return found({ ...search, filter: viewed.filter, sort, findsThoseOfAssets: false }, context);
  }),
} satisfies Partial<Resolvers['Query']>;

/** `relatedDocuments` for every entity type that has it. */
export const RELATED_DOCUMENTS = { relatedDocuments } satisfies { readonly [Field in EntityField]?: unknown };

async function found(search: DocumentSearch, context: GraphqlContext) {
  const { entities, ...page } = await context.run(findDocuments, search);
  return { ...page, documents: entities };
}
