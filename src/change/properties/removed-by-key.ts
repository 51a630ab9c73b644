import { isDeepStrictEqual } from 'node:util';
import { CatalogError } from '../../errors.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import { memberPlace, rootPlace } from '../patch/patch-place.ts';
import { parsePointer } from '../patch/patch-pointer.ts';
import { PATCH_TEMPLATES } from '../patch/patch-templates.ts';
import type { ResolvedProposal, RuleContext } from '../rules.ts';
import { elementsOf, type HiddenAssignment } from './property-assignments.ts';
import { propertyStateOf } from './property-state.ts';
import { because } from '../../refusals.ts';

/**
 * The hidden assignments that a patch removes: those of soft-deleted properties whose key it names. Removing an index,
 * or the list as a whole, removes only what the writer sees, and properties that the writer may not read are never
 * touched. Throws VALIDATION for the removal of a part of a hidden assignment.
 */
export function removedByKey(
  { aspect, proposal, urn }: ResolvedProposal,
  hidden: readonly HiddenAssignment[],
  { rights, state }: RuleContext,
): readonly HiddenAssignment[] {
  const readable = hidden.filter(
    ({ propertyUrn }) =>
      propertyStateOf(propertyUrn, state)?.removed === true && rights?.mayRead(propertyUrn, urn) !== false,
  );
  if (proposal.changeType !== 'PATCH' || readable.length === 0) return [];
  const { patch } = proposal;
  const place = rootPlace(aspect, PATCH_TEMPLATES.get(aspect.name), patch.arrayPrimaryKeys);
  const level = memberPlace(place, 'properties').view?.keys?.indexOf('propertyUrn') ?? -1;
  const operations = patch.operations.filter(
    ({ op, path }) => op === 'remove' && level >= 0 && keysIn(path) > level,
  );
  if (operations.length === 0) return [];
  const left = elementsOf(
    applyPatch(aspect, { properties: readable.map(({ json }) => json) }, { ...patch, operations }),
  );
  return readable.filter(({ json, propertyUrn }) => {
    if (left.some((one) => isDeepStrictEqual(one, json))) return false;
    if (!left.some((one) => one['propertyUrn'] === propertyUrn)) return true;
    throw new CatalogError('VALIDATION', partText(propertyUrn), because('VALUE_HIDDEN'));
  });
}

/** Number of segments below `/properties`; 0 for another path. */
function keysIn(path: string): number {
  const segments = parsePointer(path);
  return 'problem' in segments || segments[0] !== 'properties' ? 0 : segments.length - 1;
}

function partText(propertyUrn: string): string {
  return (
    `Cannot change a soft deleted Structured Property value: ${propertyUrn}. Remove the whole assignment ` +
    `(/properties/${propertyUrn}), or restore the property first ('colophon restore', or status.removed = false).`
  );
}
