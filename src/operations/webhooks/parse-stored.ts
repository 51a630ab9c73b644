import * as v from 'valibot';

/** Parses stored JSON. Throws an error that names the invalid member; `what`: name of the data in the message. */
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
