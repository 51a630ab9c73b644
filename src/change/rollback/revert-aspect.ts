import { Aspect } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { firstFailures } from '../../model/failures.ts';
import { DEFINITION_ASPECTS } from '../../model/properties/definition-parts.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { AspectRow, FormerVersion, RowInternal } from '../../store/entity-rows.ts';
import type { RowWrite } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Step } from '../decision-step.ts';
import { mergeAssignments, sameValues, splitAssignments } from '../properties/property-assignments.ts';
import { definitionInternal } from '../properties/definition-internal.ts';
import type { RuleContext, Validator } from '../rules.ts';
import { builtInEntities } from '../validators/built-in-entities.ts';
import { systemUsers } from '../validators/system-users.ts';
import { assignmentTargets } from '../validators/assignments/assignment-targets.ts';
import { assignmentRules } from '../validators/assignments/assignment-rules.ts';
import { checkRules, isOnlyWarned } from '../validators/index.ts';
import type { Violation } from '../violation.ts';
import { asWriterLeftIt } from './run-of.ts';

const { assignmentAspect, definitionAspect } = STRUCTURED_PROPERTY;

/** Aspects whose former versions must obey the validation rules, at least in part. */
export const RULED_ASPECTS: readonly string[] = [assignmentAspect, ...DEFINITION_ASPECTS];

/** Rules about who may change what. They hold for every former version and throw FORBIDDEN. */
const WHO_MAY: readonly Validator[] = [builtInEntities, systemUsers];

/** How to restore a former version, and its violations of the rules. */
export interface Reversal {
  readonly writes: readonly RowWrite[];
  readonly failures: readonly Violation[];
}

/**
 * Makes a former version of an aspect the latest again, with its original run id. Ended generations stay ended:
 * assignments of properties deleted or broken since do not come back.
 */
export function revertAspect(step: Step, current: AspectRow, former: FormerVersion): Reversal {
  const { urn, aspect, sequence, stamp } = step;
  const { value, internal, failures } = contentOf(step, current, former.row);
  const systemMetadata = {
    ...asWriterLeftIt(former.row.aspect.systemMetadata),
    version: String(Number(current.aspect.systemMetadata.version ?? 0) + 1),
    aspectModified: stamp,
  };
  const text = canonicalAspect(aspect, value);
  const reverted = new Aspect({
    urn,
    aspectName: aspect.name,
    text,
    systemMetadata,
    created: stamp,
    sequence,
  });
  const row = { aspect: reverted, internal };
  return { writes: [{ kind: 'revertAspect', row, version: former.version }], failures };
}

interface Content {
  readonly value: JsonObject;
  readonly internal: RowInternal;
  readonly failures: readonly Violation[];
}

/** The rules judge by the state before the rollback: its outcome must not depend on the order of the rows. */
function contentOf(step: Step, current: AspectRow, former: AspectRow): Content {
  const { aspect, context, sequence } = step;
  const { value } = former.aspect;
  if (aspect.name === assignmentAspect) return assignmentsOfFormer(step, current, former);
  const change = { ...step, row: current, before: current.aspect.value, after: value };
  if (!RULED_ASPECTS.includes(aspect.name)) {
    const failures = WHO_MAY.flatMap((rule) => [...rule.check(change, context)]);
    return { value, internal: {}, failures: failures.filter((failure) => failure !== undefined) };
  }
  return {
    value,
    internal: aspect.name === definitionAspect ? definitionInternal(change, sequence, context.now) : {},
    failures: checkRules(change, { ...context, state: context.found }),
  };
}

/**
 * Refuses to add or change values of soft-deleted properties, and values that break the rules of their property; those that
 * are the same stay.
 */
function assignmentsOfFormer(step: Step, current: AspectRow, former: AspectRow): Content {
  const { found, state } = step.context;
  const { visible, hidden } = splitAssignments(former, state);
  const kept = new Map(splitAssignments(current, state).hidden.map((one) => [one.propertyUrn, one.values]));
  const changed = hidden.filter(
    ({ propertyUrn, values }) => !sameValues(values, kept.get(propertyUrn) ?? []),
  );
  const after = { properties: changed.map(({ json }) => json) };
  const context = { ...step.context, state: found };
  const seen = splitAssignments(current, state).visible;
  return {
    ...mergeAssignments(visible, hidden, state),
    failures: firstFailures([
      ...assignmentTargets.check({ ...step, row: current, before: current.aspect.value, after }, context),
      ...refused(
        assignmentRules.check({ ...step, row: current, before: seen, after: visible }, context),
        context,
      ),
    ]),
  };
}

/** What refuses to remove all assignments of an entity because a property is required. */
export function missingAfterRemoval(step: Step): readonly Violation[] {
  const row = step.context.state.row(step.urn, assignmentAspect);
  const change = { ...step, row, before: undefined, after: undefined };
  return firstFailures(refused(assignmentRules.check(change, step.context), step.context));
}

/** The violations that refuse a change; those that only warn are noted. */
function* refused(
  violations: Iterable<Violation | undefined>,
  context: Pick<RuleContext, 'warn'>,
): Iterable<Violation> {
  for (const violation of violations)
    if (violation !== undefined && !isOnlyWarned(violation, context)) yield violation;
}
