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
import { linkSchemes } from './link-schemes.ts';
import { propertyDeletion } from './property-deletion.ts';
import { propertyNames } from './property-names.ts';
import { propertyVersion } from './property-version.ts';
import { restoreDefined } from './restore-defined.ts';
import { retentionLimits } from './retention-limits.ts';
import { softDeletedProperty } from './soft-deleted-property.ts';
import { typeQualifier } from './type-qualifier.ts';
import { urnReferences } from './urn-references.ts';
import { viewCreator } from './view-creator.ts';

/** All validation rules, in the order in which their failures are reported. */
export const VALIDATORS: readonly Validator[] = [
  createOnly,
  keyMatchesUrn,
  urnReferences,
  linkSchemes,
  retentionLimits,
  viewCreator,
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

/** Failure texts of all rules that apply to the aspect; empty when the change is valid. */
export function checkRules(change: AspectChange, context: RuleContext): readonly string[] {
  return VALIDATORS.filter(
    ({ aspects }) => aspects === undefined || aspects.includes(change.aspect.name),
  ).flatMap((validator) => validator.check(change, context));
}
