import * as v from 'valibot';

/** Parses JSON that the store keeps. Throws an error with the member that is not as expected; `what`: whose JSON it is. */
export function parseStored<Output>(
  shape: v.GenericSchema<unknown, Output>,
  stored: unknown,
  what: string,
): Output {
  const result = v.safeParse(shape, stored, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const at = v.getDotPath(issue);
  throw new Error(
    `What is stored of ${what} cannot be read${at === null ? '' : ` at ${at}`}: ${issue.message}.`,
  );
}
