import type { Steps } from '../../util/concurrency/steps.ts';
import { type Outcome, type Step, nothing } from '../decision-step.ts';
import { decideAspect } from './decide-aspect.ts';
import { decideDeletion } from './decide-deletion.ts';
import { decidePoint } from './decide-point.ts';

/**
 * Decides a change of any kind, including the creation of its entity. Throws CatalogError if a patch cannot be
 * applied.
 */
export function* decideChange(step: Step): Steps<Outcome> {
  if (step.proposal.changeType === 'DELETE') return yield* decideDeletion(step);
  const outcome = step.aspect.kind === 'timeseries' ? decidePoint(step) : yield* decideAspect(step);
  return withEntity(step, withinDerivedSize(step, outcome));
}

/** The first write of any aspect creates the entity. */
function withEntity(step: Step, outcome: Outcome): Outcome {
  const { urn, proposal, stamp, context, metadata } = step;
  if (context.state.entity(urn) !== undefined) return outcome;
  const entity = { urn, created: stamp, systemMetadata: metadata.sentWith(proposal) };
  return { ...outcome, writes: [{ kind: 'createEntity', entity }, ...outcome.writes] };
}

/**
 * Maximum characters of a value derived from other aspects. Many requests add to it, so no limit of one request
 * bounds it, and a value above the read limit would make its entity unreadable.
 */
export const LONGEST_DERIVED = 4 * 1024 ** 2;

/** The outcome. If it makes a derived value longer than LONGEST_DERIVED, keeps the stored value instead and logs that. */
export function withinDerivedSize(step: Step, outcome: Outcome): Outcome {
  const { aspect, context, isFollowUp, urn } = step;
  if (isFollowUp !== true) return outcome;
  const length = outcome.writes.reduce((sum, write) => Math.max(sum, lengthOf(write)), 0);
  if (length <= LONGEST_DERIVED) return outcome;
  if (length <= (context.state.row(urn, aspect.name)?.aspect.text.length ?? 0)) return outcome;
  context.settings.warn?.(
    `${aspect.name} of ${urn} is not updated: its value would have ${length} characters, more than ${LONGEST_DERIVED}. ` +
      'Remove some of the entities that it lists.',
  );
  return nothing(step, 'skipped');
}

function lengthOf(write: Outcome['writes'][number]): number {
  return write.kind === 'putAspect' ? write.row.aspect.text.length : 0;
}
