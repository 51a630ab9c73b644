import type { AspectChange, RuleContext, Validator } from '../rules.ts';
import { assignmentEntityTypes } from './assignment-entity-types.ts';
import { assignmentPlatforms } from './assignment-platforms.ts';
import { assignmentTargets } from './assignment-targets.ts';
import { assignmentValues } from './assignment-values.ts';
import { badgeProperty } from './badge-property.ts';
import { createOnly } from './create-only.ts';
import { definitionEvolution } from './definition-evolution.ts';
import { hiddenProperty } from './hidden-property.ts';
import { immutableAssignments } from './immutable-assignments.ts';
import { keyMatchesUrn } from './key-matches-urn.ts';
import { propertyDeletion } from './property-deletion.ts';
import { propertyNames } from './property-names.ts';
import { propertyVersion } from './property-version.ts';
import { restoreDefined } from './restore-defined.ts';
import { retentionLimits } from './retention-limits.ts';
import { softDeletedProperty } from './soft-deleted-property.ts';
import { typeQualifier } from './type-qualifier.ts';
import { urnReferences } from './urn-references.ts';

/** Every rule about changes, in the order in which their texts are reported. */
export const VALIDATORS: readonly Validator[] = [
  createOnly,
  keyMatchesUrn,
  urnReferences,
  retentionLimits,
  propertyNames,
  propertyVersion,
  typeQualifier,
  softDeletedProperty,
  definitionEvolution,
  propertyDeletion,
  restoreDefined,
  hiddenProperty,
  badgeProperty,
  assignmentTargets,
  assignmentValues,
  assignmentPlatforms,
  assignmentEntityTypes,
  immutableAssignments,
];

/** Texts of all rules that refuse the change; empty when none does. */
export function checkRules(change: AspectChange, context: RuleContext): readonly string[] {
  return VALIDATORS.filter(
    ({ aspects }) => aspects === undefined || aspects.includes(change.aspect.name),
  ).flatMap((validator) => validator.check(change, context));
}
