import type { TadaDocumentNode, initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../generated/graphql-env.d.ts';

/** A document at run time: its text and the texts of the fragments that it spreads, each once. */
interface Texts {
  readonly texts: ReadonlySet<string>;
}

type Typed = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    scalars: { Long: number };
  }>
>;

/**
 * Makes a GraphQL document whose variables and result have the types of the server's schema. What a fragment selects is
 * read with `readFragment`: its type is computed once, and not again in each document that spreads it.
 */
// Only gql.tada's types are used: its runtime parses and reprints each document when the page opens.
export const graphql = ((text: string, fragments: readonly Texts[] = []): Texts => ({
  // The directive matters only to the types.
  texts: new Set([text.replace('@_unmask', ''), ...fragments.flatMap(({ texts }) => [...texts])]),
})) as unknown as Typed;

/** The text of a document, to send to the server. */
export function textOf<Result, Variables>(document: TadaDocumentNode<Result, Variables>): string {
  return textsOf(document).join('');
}

/** The text of a document's operation, and those of the fragments that it spreads. */
export function textsOf<Result, Variables>(document: TadaDocumentNode<Result, Variables>): readonly string[] {
  return [...(document as unknown as Texts).texts];
}

export { readFragment } from 'gql.tada';
export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
