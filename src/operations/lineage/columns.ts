import { invalidRequest } from '../../errors.ts';
import { formatUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import { suggestion } from '../../util/closest-name.ts';
import { isJsonObject } from '../../util/json.ts';
import { readAspect } from '../stored.ts';
import type { Reading } from '../work.ts';

/** The urn of a column of a dataset. */
export function columnUrn(dataset: Urn, fieldPath: string): Urn {
  return formatUrn('schemaField', dataset, fieldPath);
}

/** The field paths in the dataset's schema; undefined when it has no schema. */
export async function columnPaths(dataset: Urn, reading: Reading): Promise<readonly string[] | undefined> {
  const fields = (await readAspect(dataset, 'schemaMetadata', reading))?.['fields'];
  if (!Array.isArray(fields)) return undefined;
  return fields.flatMap((field: unknown) => {
    const path = isJsonObject(field) ? field['fieldPath'] : undefined;
    return typeof path === 'string' ? [path] : [];
  });
}

/** Throws INVALID_REQUEST when the dataset has a schema without one of the columns. */
export async function requireColumns(
  dataset: Urn,
  fieldPaths: readonly string[],
  reading: Reading,
): Promise<void> {
  const known = await columnPaths(dataset, reading);
  if (known === undefined) return;
  const missing = fieldPaths.find((path) => !known.includes(path));
  if (missing === undefined) return;
  throw invalidRequest(`Field path not found on ${dataset}: ${missing}.${suggestion(missing, known)}`);
}
