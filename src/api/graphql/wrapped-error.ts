import { CatalogError } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { preview } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';

/** Failures whose own text DataHub answers as it is; around all others it puts what was being done. */
const SHOWN_AS_THEY_ARE: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'PRECONDITION',
]);

/** Runs an operation; a failure that does not speak for itself is told as `<task>. Root cause: <its own text>`. */
export async function withRootCause<T>(task: () => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CatalogError) || SHOWN_AS_THEY_ARE.has(error.code)) throw error;
    throw new CatalogError(error.code, `${task()}. Root cause: ${error.message}`, { cause: error });
  }
}

/** Runs a mutation; failures are told as DataHub tells them, with the beginning of the input. */
export function updating<T>(input: object, run: () => Promise<T>): Promise<T> {
  return withRootCause(() => `Failed to perform update against input ${preview(toJson(input))}`, run);
}

function toJson(input: object): JsonValue {
  // What GraphQL has coerced from JSON can be written as JSON.
  return JSON.parse(JSON.stringify(input)) as JsonValue;
}
