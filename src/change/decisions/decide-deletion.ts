import { nothing, type Outcome, type Step } from '../decision-step.ts';
import { visibleValue } from './decide-aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { membershipsEnded } from './memberships.ts';
import { mergeAssignments, splitAssignments } from '../properties/property-assignments.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import { isEntityItself } from '../../model/aspects/key-aspect.ts';
import { Aspect, DEFAULT_RUN_ID, nextMetadata } from '../../model/aspect.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import type { RowWrite } from '../../store/metadata-store.ts';
import { generationsEndedBy } from '../properties/property-generations.ts';
import { checkAssignments } from '../properties/check-assignment-rights.ts';
import { checkRules } from '../validators/index.ts';

/**
 * Decides the deletion of an aspect with all its versions. Deleting the key aspect, or the definition of a structured
 * property, deletes the entity: the remaining aspects could be neither used nor restored.
 */
export function* decideDeletion(step: Step): Steps<Outcome> {
  const { aspect, context, entity, urn } = step;
  if (aspect === entity.keyAspect || !isEntityItself(entity, aspect.name)) return yield* decideParts(step);
  const { result, ...decided } =
    context.state.row(urn, aspect.name) === undefined
      ? nothing(step, 'deleted')
      : yield* decideParts({ ...step, aspect: entity.keyAspect });
  return { ...decided, result: { ...result, aspectName: aspect.name } };
}

function* decideParts(step: Step): Steps<Outcome> {
  const { aspect, context, entity, proposal, urn } = step;
  const aspectName = aspect.name;
  const runId = proposal.systemMetadata?.runId;
  if (context.state.entity(urn) === undefined) return nothing(step, 'deleted');
  const row = context.state.row(urn, aspectName);
  const isWhole = aspect === entity.keyAspect;
  // Readers of the log would take an entry for the deletion of an aspect whose content is not kept.
  if (row === undefined && !isWhole && aspect.kind === 'versioned') return nothing(step, 'deleted');
  const change = { ...step, row, before: visibleValue(step), after: undefined };
  checkAssignments(change, context);
  const ended = isWhole ? yield* membershipsEnded(step) : undefined;
  return {
    writes: [
      ...(isWhole ? [{ kind: 'deleteEntity', urn } as const] : deletion(step)),
      ...generationsEndedBy(step),
      ...(ended?.writes ?? []),
    ],
    entries: [
      {
        urn,
        aspectName,
        changeType: 'DELETE',
        ...(runId !== undefined && runId !== DEFAULT_RUN_ID && { runId }),
      },
      ...(ended?.entries ?? []),
    ],
    failures: [...checkRules(change, context), ...(ended?.failures ?? [])],
    result: { urn, aspectName, outcome: 'deleted' },
  };
}

/**
 * Deletes what the writer sees, in all versions. The latest values of soft-deleted properties (restorable later) and of
 * properties that the writer may not see are kept as the only version.
 */
function deletion({ aspect, context, sequence, stamp, urn }: Step): readonly RowWrite[] {
  const aspectName = aspect.name;
  const row = context.state.row(urn, aspectName);
  const isAssignments = aspectName === STRUCTURED_PROPERTY.assignmentAspect;
  const hidden =
    row !== undefined && isAssignments ? splitAssignments(row, context.state, context.rights).hidden : [];
  const gone: RowWrite = { kind: 'deleteAspect', urn, aspectName };
  if (row === undefined || hidden.length === 0) return [gone];
  const { value, internal } = mergeAssignments({ properties: [] }, hidden, context.state);
  const systemMetadata = nextMetadata(row.aspect.systemMetadata, row.aspect.systemMetadata, stamp);
  const text = canonicalAspect(aspect, value);
  const kept = new Aspect({ urn, aspectName, text, systemMetadata, created: stamp, sequence });
  return [gone, { kind: 'putAspect', row: { aspect: kept, internal } }];
}
