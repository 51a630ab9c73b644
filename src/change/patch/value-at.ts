import { CatalogError } from '../../errors.ts';
import type { AspectSpec } from '../../model/entity-registry.ts';
import { because } from '../../refusals.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { readNode } from './patch-edit.ts';
import { jsonNode } from './patch-node.ts';
import { rootPlace } from './patch-place.ts';
import { PATCH_TEMPLATES } from './patch-templates.ts';

/**
 * The part of an aspect at the path of a patch operation, in which elements of keyed arrays are addressed by key; undefined if there
 * is none. Throws VALIDATION for a path that does not fit the aspect.
 */
export function valueAt(
  spec: AspectSpec,
  value: JsonObject | undefined,
  path: readonly string[],
  arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>,
): JsonValue | undefined {
  if (path.length === 0 || value === undefined) return value;
  const place = rootPlace(spec, PATCH_TEMPLATES.get(spec.name), arrayPrimaryKeys);
  return readNode(jsonNode(value), place, path, (problem) => {
    const text = `${spec.name} has no part ${path.join('/')}: ${problem}.`;
    return new CatalogError('VALIDATION', text, because('PATCH_UNFIT'));
  });
}
