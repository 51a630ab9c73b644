import { applyPatch } from '../../../src/change/patch/apply-patch.ts';
import type { AspectSpec } from '../../../src/model/entity-registry.ts';
import type { AspectPatch, PatchOperation } from '../../../src/model/proposal.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { registry } from './fake-state.ts';

/** Key path of DataHub's attributed associations; U+241F separates its members. */
export const SOURCE_KEY = 'attribution\u241fsource';

/** Spec of an aspect in the built-in registry. Throws if there is none. */
export function specOf(aspectName: string): AspectSpec {
  const spec = registry.aspects.get(aspectName);
  if (spec === undefined) throw new Error(`No aspect ${aspectName}.`);
  return spec;
}

/** Value of an aspect after patch operations. */
export function patched(
  aspectName: string,
  before: JsonObject | undefined,
  operations: readonly PatchOperation[],
  arrayPrimaryKeys?: AspectPatch['arrayPrimaryKeys'],
): JsonObject {
  return applyPatch(specOf(aspectName), before, {
    operations,
    ...(arrayPrimaryKeys !== undefined && { arrayPrimaryKeys }),
  });
}
