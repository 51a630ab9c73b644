import { CatalogError } from '../../../../errors.ts';
import type { ErrorCode } from '../../../../errors.ts';
import { preview } from '../../../../util/json/json-input.ts';
import type { JsonValue } from '../../../../util/json.ts';

/** Errors whose message DataHub returns unchanged; it wraps all others in a description of the operation. */
const UNWRAPPED: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'PRECONDITION',
]);

/**
 * Runs an operation. A CatalogError keeps its code and gets the message `<task>. Root cause: <message>`, as in DataHub,
 * unless its code is VALIDATION, FORBIDDEN, UNAUTHENTICATED or PRECONDITION. Other errors pass through.
 */
export async function withRootCause<T>(task: () => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError) || UNWRAPPED.has(error.code)) throw error;
    throw new CatalogError(error.code, `${task()}. Root cause: ${error.message}`, { cause: error });
  }
}

/** The start of a GraphQL input, for an error message. */
export function inputPreview(input: object): string {
  return preview(toJson(input));
}

function toJson(input: object): JsonValue {
  // Input that GraphQL coerced from JSON can be written as JSON.
  return JSON.parse(JSON.stringify(input)) as JsonValue;
}
