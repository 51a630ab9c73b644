import type { TadaDocumentNode } from 'gql.tada';
import { ApiError, PageError } from './api-error.ts';
import { textOf, textsOf } from './graphql.ts';
import { isObject } from './is-object.ts';
import { problemsInWords } from './errors/problems.ts';
import { request } from './request.ts';
import { queryTogether, type Weight } from './together/query-batch.ts';

/**
 * Runs a GraphQL document. Throws {@link ApiError} with the server's messages if it reports any error: pages never show
 * partial data. Queries of the same task and weight are one request.
 */
export async function query<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  weight: Weight = 'light',
): Promise<Result> {
  const alone = async (): Promise<Result> => (await queryWithWarnings(document, variables, signal)).data;
  if (!isQuery(document)) return alone();
  const part = { texts: textsOf(document), variables: Object.fromEntries(Object.entries(variables ?? {})) };
  // The document's type states the shape of the data that the server guarantees by its schema.
  return (await queryTogether(part, weight, signal, alone)) as Result;
}

function isQuery<Result, Variables>(document: TadaDocumentNode<Result, Variables>): boolean {
  return textsOf(document).some((text) => /^\s*query\b/.test(text));
}

/** Like {@link query}, but in a request of its own, and also returns warnings in the words of the page: parts of the request that had no effect. */
export async function queryWithWarnings<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<{ readonly data: Result; readonly warnings: readonly string[] }> {
  const answer = await request('/api/graphql', { body: { query: textOf(document), variables }, signal });
  if (!isObject(answer))
    throw new PageError('The server sent a response that is not GraphQL. Reload the page.');
  const { data, errors, extensions } = answer;
  if (Array.isArray(errors) && errors.length > 0) throw await failure(errors);
  const warnings = isObject(extensions) ? await problemsInWords(extensions['warnings']) : [];
  // The document's type states the shape of `data` that the server guarantees by its schema.
  return { data: data as Result, warnings: warnings.flatMap(({ words }) => words ?? []) };
}

async function failure(errors: readonly unknown[]): Promise<ApiError> {
  const known = errors.filter(isObject);
  const messages = known.flatMap(({ message }) => (typeof message === 'string' ? [message] : []));
  const extensions = known.map((error) => error['extensions']).find(isObject);
  const code = extensions?.['code'];
  return new ApiError(
    [...new Set(messages)].join(' '),
    typeof code === 'number' ? code : 500,
    await problemsInWords(extensions?.['problems']),
  );
}
