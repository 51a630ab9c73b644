import type { Steps } from '../../util/concurrency/steps.ts';
import type { Outcome, Step } from '../decision-step.ts';
import { decideAspect } from './decide-aspect.ts';
import { decideDeletion } from './decide-deletion.ts';
import { decidePoint } from './decide-point.ts';
import { withinDerivedSize } from './derived-size.ts';

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
