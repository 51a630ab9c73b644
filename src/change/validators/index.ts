import { MOST_FAILURES } from '../../model/failures.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { byAspect } from '../by-aspect.ts';
import type { AspectChange, RuleContext, Validator } from '../rules.ts';
import { assignmentRules } from './assignments/assignment-rules.ts';
import { assignmentEntityTypes } from './assignments/assignment-entity-types.ts';
import { assignmentPlatforms } from './assignments/assignment-platforms.ts';
import { assignmentTargets } from './assignments/assignment-targets.ts';
import { assignmentValues } from './assignments/assignment-values.ts';
import { assertionColumns } from './assertion-columns.ts';
import { allowedValueTypes } from './definitions/allowed-value-types.ts';
import { badgeProperty } from './definitions/badge-property.ts';
import { browsePaths } from './browse-paths.ts';
import { builtInEntities } from './built-in-entities.ts';
import { carryingTypes } from './carrying-types.ts';
import { columnPairs } from './column-pairs.ts';
import { createOnly } from './create-only.ts';
import { definitionEvolution } from './definitions/definition-evolution.ts';
import { fieldPaths } from './field-paths.ts';
import { finishedRuns } from './finished-runs.ts';
import { hiddenProperty } from './definitions/hidden-property.ts';
import { immutableAssignments } from './assignments/immutable-assignments.ts';
import { keyMatchesUrn } from './key-matches-urn.ts';
import { lifecycleStages } from './lifecycle-stages.ts';
import { linkSchemes } from './link-schemes.ts';
import { listLengths } from './list-lengths.ts';
import { logicalParents } from './logical-parents.ts';
import { nameClaims } from './definitions/name-claims.ts';
import { nameLengths } from './name-lengths.ts';
import { policyConstraints } from './policy-constraints.ts';
import { ownAncestors } from './own-ancestors.ts';
import { policyFields } from './policy-fields.ts';
import { promptIds } from './prompt-ids.ts';
import { propertyDisplay } from './definitions/property-display.ts';
import { propertyDeletion } from './definitions/property-deletion.ts';
import { propertyRules } from './definitions/property-rules.ts';
import { propertyNames } from './definitions/property-names.ts';
import { propertyVersion } from './definitions/property-version.ts';
import { relatedTerms } from './related-terms.ts';
import { restoreDefined } from './definitions/restore-defined.ts';
import { retentionLimits } from './retention-limits.ts';
import { softDeletedProperty } from './definitions/soft-deleted-property.ts';
import { systemUsers } from './system-users.ts';
import { tagConstraints } from './tag-constraints.ts';
import { typeQualifier } from './definitions/type-qualifier.ts';
import { upstreamDatasets } from './upstream-datasets.ts';
import { urnReferences } from './urn-references.ts';
import { versionSets } from './version-sets.ts';
import { viewCreator } from './view-creator.ts';
import { wordSearch } from './definitions/word-search.ts';
import type { Violation } from '../violation.ts';

/** All validation rules, in the order in which their failures are reported. */
export const VALIDATORS: readonly Validator[] = [
  builtInEntities,
  systemUsers,
  tagConstraints,
  createOnly,
  keyMatchesUrn,
  urnReferences,
  upstreamDatasets,
  fieldPaths,
  promptIds,
  assertionColumns,
  ownAncestors,
  relatedTerms,
  logicalParents,
  policyFields,
  columnPairs,
  versionSets,
  linkSchemes,
  listLengths,
  nameLengths,
  browsePaths,
  lifecycleStages,
  retentionLimits,
  viewCreator,
  policyConstraints,
  finishedRuns,
  propertyNames,
  nameClaims,
  propertyVersion,
  typeQualifier,
  wordSearch,
  allowedValueTypes,
  carryingTypes,
  softDeletedProperty,
  definitionEvolution,
  propertyDeletion,
  restoreDefined,
  hiddenProperty,
  badgeProperty,
  propertyDisplay,
  propertyRules,
  assignmentTargets,
  assignmentValues,
  assignmentPlatforms,
  assignmentEntityTypes,
  immutableAssignments,
  assignmentRules,
];

/**
 * The first violations of the rules that apply to the aspect, up to one more than are reported; none when the change is
 * valid.
 */
export function checkRules(change: AspectChange, context: RuleContext): readonly Violation[] {
  const failures: Violation[] = [];
  for (const validator of validatorsOf(change.aspect.name)) {
    const found = validator.check(change, context);
    // Most rules find nothing, and an iterator for each is much of what a short change allocates.
    if (isNothing(found)) continue;
    for (const failure of found) {
      if (failure !== undefined && !isOnlyWarned(failure, context)) failures.push(failure);
      if (failures.length > MOST_FAILURES) return failures;
    }
  }
  return failures;
}

function isNothing(found: Iterable<unknown>): boolean {
  return Array.isArray(found) && found.length === 0;
}

/** Items that a rule judges between two looks at the clock. */
const PER_LOOK = 16;

/** Checks like {@link checkRules}, in steps: once the turn is over, a step ends after a rule or some of its items. */
export function* checkRulesInSteps(change: AspectChange, context: RuleContext): Steps<readonly Violation[]> {
  const failures: Violation[] = [];
  for (const validator of validatorsOf(change.aspect.name)) {
    let judged = 0;
    for (const failure of validator.check(change, context)) {
      if (failure !== undefined && !isOnlyWarned(failure, context)) failures.push(failure);
      if (failures.length > MOST_FAILURES) return failures;
      if (++judged % PER_LOOK === 0 && isTurnOver()) yield;
    }
    if (isTurnOver()) yield;
  }
  return failures;
}

/** Whether a violation refuses nothing; then it has been noted as a warning. */
export function isOnlyWarned(failure: Violation, { warn }: Pick<RuleContext, 'warn'>): boolean {
  if (failure.isWarning !== true || warn === undefined) return false;
  warn(failure);
  return true;
}

const validatorsOf = byAspect(VALIDATORS);
