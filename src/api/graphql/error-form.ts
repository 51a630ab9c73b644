import type { GraphQLError } from 'graphql';
import { CatalogError, ERROR_CODES } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';

/** One element of `errors` in an answer. */
export interface ErrorForm {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, string | number>>;
}

/** What is known of a failure that no client caused. */
export interface UnexpectedFailure {
  /** Names the request in the answer and in the log. */
  readonly requestId: string;
  readonly report: (error: unknown) => void;
}

/** A document that cannot be parsed, or that the schema does not allow. */
export function documentError(
  error: GraphQLError,
  classification: 'InvalidSyntax' | 'ValidationError',
): ErrorForm {
  return {
    message: error.message,
    ...(error.locations !== undefined && { locations: error.locations }),
    extensions: { classification },
  };
}

/** A failure of the whole request, under a code of the catalog's error table. */
export function requestError(code: ErrorCode, message: string): ErrorForm {
  return { message, extensions: extensionsOf(code) };
}

/**
 * A failure while a field was computed. What the caller can act on is told; anything else is reported to the log and
 * answered with the request's id only.
 */
export function executionError(error: GraphQLError, failure: UnexpectedFailure): ErrorForm {
  const cause = error.cause;
  const known = cause instanceof CatalogError ? cause : undefined;
  // Only fields have a path: without one GraphQL itself has refused the variables or the operation's name.
  if (error.path === undefined && known === undefined) return documentError(error, 'ValidationError');
  if (known === undefined) failure.report(cause ?? error);
  return {
    message: known?.message ?? unexpectedMessage(failure.requestId),
    ...(error.locations !== undefined && { locations: error.locations }),
    ...(error.path !== undefined && { path: error.path }),
    extensions: extensionsOf(known?.code ?? 'INTERNAL'),
  };
}

/** The answer to a failure that is ours. */
export function unexpectedMessage(requestId: string): string {
  return `An unexpected error occurred. The server's log tells more under request id ${requestId}.`;
}

function extensionsOf(code: ErrorCode): ErrorForm['extensions'] {
  const { http, graphql } = ERROR_CODES[code];
  return { code: http, type: graphql, classification: 'DataFetchingException' };
}
