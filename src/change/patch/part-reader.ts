import { CatalogError } from '../../errors.ts';
import type { AspectSpec } from '../../model/entity-registry.ts';
import { because } from '../../refusals.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { readNode } from './patch-edit.ts';
import { jsonNode } from './patch-node.ts';
import { rootPlace } from './patch-place.ts';
import { PATCH_TEMPLATES } from './patch-templates.ts';

/** Reads the part of an aspect at the path of a patch operation; undefined if there is none. */
export type ReadPart = (path: readonly string[]) => JsonValue | undefined;

/**
 * Reads parts of an aspect at paths of patch operations, in which elements of keyed arrays are addressed by key; opens each array
 * once for all paths. Throws VALIDATION for a path that does not fit the aspect.
 */
export function partReader(
  spec: AspectSpec,
  value: JsonObject | undefined,
  arrayPrimaryKeys?: Readonly<Record<string, readonly string[]>>,
): ReadPart {
  if (value === undefined) return () => undefined;
  const place = rootPlace(spec, PATCH_TEMPLATES.get(spec.name), arrayPrimaryKeys);
  const root = jsonNode(value);
  return (path) =>
    readNode(root, place, path, (problem) => {
      const text = `${spec.name} has no part ${path.join('/')}: ${problem}.`;
      return new CatalogError('VALIDATION', text, because('PATCH_UNFIT'));
    });
}
