import type { EntityReference } from '../../../../model/entity-reference.ts';
import { findDocuments, type DocumentSearch } from '../../../../operations/documents/find-documents.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { EntityField, Resolvers } from '../../schema/schema-types.generated.ts';
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
  searchDocuments: answeredBy(findDocuments, (_root, { input }, context) =>
    found({ ...input, findsThoseOfAssets: false }, context),
  ),
} satisfies Partial<Resolvers['Query']>;

/** `relatedDocuments` for every entity type that has it. */
export const RELATED_DOCUMENTS = { relatedDocuments } satisfies { readonly [Field in EntityField]?: unknown };

async function found(search: DocumentSearch, context: GraphqlContext) {
  const { entities, ...page } = await context.run(findDocuments, search);
  return { ...page, documents: entities };
}
