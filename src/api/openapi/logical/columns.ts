import type { Catalog } from '../../../auth/catalog.ts';
import { invalidRequest } from '../../../errors.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { isJsonObject } from '../../../util/json.ts';

/** The urn of a column of a dataset. */
export function columnUrn(dataset: Urn, fieldPath: string): Urn {
  return formatUrn('schemaField', dataset, fieldPath);
}

/** The field paths in the dataset's schema; undefined when it has no schema. */
export async function columnPaths(catalog: Catalog, dataset: Urn): Promise<readonly string[] | undefined> {
  const aspects = (await catalog.getEntities([dataset], ['schemaMetadata'])).get(dataset);
  const fields = aspects?.get('schemaMetadata')?.value['fields'];
  if (!Array.isArray(fields)) return undefined;
  return fields.flatMap((field: unknown) => {
    const path = isJsonObject(field) ? field['fieldPath'] : undefined;
    return typeof path === 'string' ? [path] : [];
  });
}

/** Throws INVALID_REQUEST when the dataset has a schema without one of the columns. */
export async function requireColumns(
  catalog: Catalog,
  dataset: Urn,
  fieldPaths: readonly string[],
): Promise<void> {
  const known = await columnPaths(catalog, dataset);
  if (known === undefined) return;
  const missing = fieldPaths.find((path) => !known.includes(path));
  if (missing === undefined) return;
  throw invalidRequest(`Field path not found on ${dataset}: ${missing}.${suggestion(missing, known)}`);
}
