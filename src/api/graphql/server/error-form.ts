import { GraphQLError, type GraphQLSchema } from 'graphql';
import { CatalogError, ERROR_CODES, HeldError, type ErrorCode, type Problem } from '../../../errors.ts';
import type { ExceededLimit } from './limits.ts';
import { because, type Refusal } from '../../../refusals.ts';
import { documentRefusal } from './document-refusal.ts';
import { variableInJavaWords, type ShownError } from './java-words.ts';

/** One element of `errors` in a response. */
export interface ErrorForm {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, string | number | readonly Problem[]>>;
}

/** Reporting of a failure that the client did not cause. */
export interface UnexpectedFailure {
  /** Identifies the request in the response and in the log. */
  readonly requestId: string;
  readonly report: (error: unknown) => void;
}

/** Error for a document that cannot be parsed or does not match the schema. */
export function documentError(
  error: GraphQLError,
  classification: 'InvalidSyntax' | 'ValidationError',
  refusal: Refusal,
  { field, message }: ShownError = { message: error.message, field: undefined },
): ErrorForm {
  const problem: Problem = {
    code: 'INVALID_REQUEST',
    message,
    ...refusal,
    ...(field !== undefined && { field }),
  };
  return {
    message,
    ...(error.locations !== undefined && { locations: error.locations }),
    extensions: { classification, problems: [problem] },
  };
}

/** Error for the whole request, under a code of the catalog's error table. */
export function requestError(code: ErrorCode, message: string, problems: readonly Problem[] = []): ErrorForm {
  return { message, extensions: extensionsOf(code, problems) };
}

/** Error for a request beyond a limit. */
export function tooLarge({ message, most }: ExceededLimit): ErrorForm {
  const problem = { code: 'INVALID_REQUEST', message, ...because('REQUEST_TOO_LARGE', { most }) } as const;
  return requestError('INVALID_REQUEST', message, [problem]);
}

/**
 * Error of a field. A CatalogError is shown to the client; any other failure is reported to the log, and the client
 * gets only the request id.
 */
export function executionError(
  error: GraphQLError,
  failure: UnexpectedFailure,
  schema: GraphQLSchema,
): ErrorForm {
  const cause = error.cause;
  const known = cause instanceof CatalogError ? cause : undefined;
  // An error without a path is about variables, the name of the operation, or a directive of a root field.
  if (known === undefined && (error.path === undefined || isOfArgument(error))) {
    const shown = variableInJavaWords(error.message);
    const refusal = documentRefusal(error.message, { name: shown.field, schema });
    const form = documentError(error, 'ValidationError', refusal, shown);
    return error.path === undefined ? form : { ...form, path: error.path };
  }
  if (known === undefined) failure.report(cause ?? error);
  return {
    message: known?.message ?? unexpectedMessage(failure.requestId),
    ...(error.locations !== undefined && { locations: error.locations }),
    ...(error.path !== undefined && { path: error.path }),
    extensions: {
      ...extensionsOf(known?.code ?? 'INTERNAL', known?.problems),
      ...(known instanceof HeldError && { proposal: known.proposal }),
    },
  };
}

/** Whether graphql-js rejected an argument of the field: one that a variable with a default leaves null. */
function isOfArgument({ cause, message }: GraphQLError): boolean {
  return cause instanceof GraphQLError && message.startsWith('Argument "');
}

/** Message for an internal failure; hides its details. */
export function unexpectedMessage(requestId: string): string {
  return `An unexpected error occurred. See the server log for request id ${requestId}.`;
}

function extensionsOf(code: ErrorCode, problems: readonly Problem[] = []): ErrorForm['extensions'] {
  const { http, graphql } = ERROR_CODES[code];
  const extensions = { code: http, type: graphql, classification: 'DataFetchingException' };
  return problems.length === 0 ? extensions : { ...extensions, problems };
}
