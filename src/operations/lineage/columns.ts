import { formatUrn, type Urn } from '../../model/urn.ts';
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
